#include "src/lsp/structure/template_literal.h"

#include <gtest/gtest.h>

#include <string>

namespace kval::lsp {
namespace {

// The literal at the cursor `|`, or between two of them, and the proposed paths with a slash between names.
std::string Found(std::string text, NameStyle style = NameStyle::kCamelCase) {
  const size_t begin = text.find('|');
  text.erase(begin, 1);
  const size_t close = text.find('|');
  const size_t end = close == std::string::npos ? begin : close;
  if (close != std::string::npos) {
    text.erase(close, 1);
  }
  const std::optional<TemplateLiteral> literal = FindTemplateLiteral(text, {begin, end});
  if (!literal) {
    return "nothing";
  }
  std::string all(literal->text);
  for (const std::vector<std::string>& path : ProposePaths(*literal, style)) {
    all += " ";
    for (const std::string& name : path) {
      all += (all.back() == ' ' ? "" : ".") + name;
    }
    if (path.back().back() == '2') {
      break;
    }
  }
  return all;
}

TEST(FindTemplateLiteral, NamesFollowFromThePath) {
  EXPECT_EQ(Found("spec:\n  replicas: 3|\n"), "3 replicas replicas replicas2");
  EXPECT_EQ(Found("kind: Deployment\nspec:\n  replicas: |3\n"),
            "3 replicas deployment.replicas replicas replicas2");
  EXPECT_EQ(Found("kind: Service\nspec:\n  ports:\n  - port: |80\n"),
            "80 service.ports.port servicePortsPort servicePortsPort2");
  EXPECT_EQ(Found("spec:\n  containers:\n  - env:\n    - name: LOG_LEVEL\n      value: \"de|bug\"\n"),
            "\"debug\" env.logLevel envLogLevel envLogLevel2");
  EXPECT_EQ(Found("metadata:\n  annotations:\n    a.b/rewrite-target: |/\n"),
            "/ annotations.rewriteTarget annotationsRewriteTarget annotationsRewriteTarget2");
  EXPECT_EQ(Found("image: a:|1.2|\n"), "1.2 image.tag imageTag imageTag2");
  EXPECT_EQ(Found("containerPort: |1\n", NameStyle::kSnakeCase),
            "1 container_port container_port container_port2");
  EXPECT_EQ(Found("for: |1\n", NameStyle::kSnakeCase), "1 value_for value_for value_for2");
  EXPECT_EQ(Found("on: |1\n"), "1 valueOn valueOn valueOn2");
  EXPECT_EQ(Found("args:\n- |a\n"), "a args args args2");
}

TEST(FindTemplateLiteral, OnlyScalarsOfOneLine) {
  for (const char* text :
       {"a: |\n", "# a: |b\n", "a: {{ .x| }}\n", "{{ if a }}|\n", "a: [|1]\n", "a: &x |1\n", "a: \"b|\n",
        "a: b|\nc: d|\n", "{{/*\na: |b\n*/}}\n", "a: b| c|: d\n", "a: \"\\n|\"\n", "- - |\n"}) {
    EXPECT_EQ(Found(text), "nothing") << text;
  }
}

}  // namespace
}  // namespace kval::lsp
