#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/gotemplate/sample.h"

namespace kval::gotemplate {
namespace {

std::string Repeated(std::string_view text, size_t count) {
  std::string all;
  for (size_t index = 0; index < count; ++index) {
    all += text;
  }
  return all;
}

TEST(Limits, Steps) {
  RenderOptions options;
  options.execution.limits.steps = 1000;
  const Rendered rendered = Render("{{range 1000000000}}{{end}}", "{}", options);
  EXPECT_EQ(rendered.limit, ExceededLimit::kSteps);
  EXPECT_EQ(rendered.error, "template: t:1:8: executing \"t\" at <1000000000>: exceeded the limit of steps");
  EXPECT_EQ(Render("{{range 10}}{{.}}{{end}}", "{}", options).limit, std::nullopt);
}

TEST(Limits, Output) {
  RenderOptions options;
  options.execution.limits.output_bytes = 100;
  const Rendered rendered = Render("{{range 1000}}0123456789{{end}}", "{}", options);
  EXPECT_EQ(rendered.limit, ExceededLimit::kOutput);
  EXPECT_EQ(rendered.text.size(), 100U);
}

TEST(Limits, MemoryOfFormattedText) {
  RenderOptions options;
  options.memory = 1 << 20;
  const std::string width = "{{printf `" + Repeated("%1000000d", 50) + "`" + Repeated(" 1", 50) + "}}";
  EXPECT_EQ(Render(width, "{}", options).limit, ExceededLimit::kMemory);
}

TEST(Limits, MemoryOfListsThatDouble) {
  RenderOptions options;
  options.memory = 1 << 20;
  const std::string doubling = "{{$x := list 1}}{{range 100}}{{$x = list $x $x}}{{end}}{{$x}}";
  EXPECT_EQ(Render(doubling, "{}", options).limit, ExceededLimit::kMemory);
}

TEST(Limits, MemoryOfMaps) {
  RenderOptions options;
  options.memory = 1 << 20;
  EXPECT_EQ(Render("{{$m := dict}}{{range 1000000}}{{$_ := set $m (print .) 1}}{{end}}", "{}", options).limit,
            ExceededLimit::kMemory);
}

TEST(Limits, ValuesThatNestDeeply) {
  const std::string nested = "{{$x := list}}{{range 1000000}}{{$x = list $x}}{{end}}{{$x}}";
  EXPECT_EQ(Render(nested, "{}").limit, ExceededLimit::kMemory);
}

TEST(Limits, DepthOfTemplates) {
  RenderOptions options;
  options.execution.limits.depth = 50;
  const std::string recursion = "{{define `r`}}{{template `r`}}{{end}}{{template `r`}}";
  const Rendered rendered = Render(recursion, "{}", options);
  EXPECT_EQ(rendered.limit, ExceededLimit::kDepth);
  EXPECT_EQ(
      rendered.error,
      "template: t:1:25: executing \"r\" at <{{template \"r\"}}>: exceeded maximum template depth (50)");
  // The native stack.
  EXPECT_EQ(Render(recursion, "{}").limit, ExceededLimit::kDepth);
  EXPECT_EQ(
      Render(
          "{{define `r`}}{{with list .}}{{range .}}{{template `r` .}}{{end}}{{end}}{{end}}{{template `r`}}",
          "{}")
          .limit,
      ExceededLimit::kDepth);
}

TEST(Limits, SyntaxThatNestsDeeply) {
  constexpr size_t kDeep = 300'000;
  EXPECT_NE(Render("{{" + Repeated("(", kDeep), "{}").error, "");
  EXPECT_NE(Render(Repeated("{{if 1}}", kDeep), "{}").error, "");
  EXPECT_NE(Render("{{if 1}}" + Repeated("{{else if 1}}", kDeep), "{}").error, "");
  EXPECT_NE(Render("{{.a" + Repeated(".a", kDeep) + "}}", "{\"a\": 1}").error, "");
  EXPECT_EQ(Render("{{" + Repeated("(", 1000) + "1" + Repeated(")", 1000) + "}}", "{}").text, "1");
}

}  // namespace
}  // namespace kval::gotemplate
