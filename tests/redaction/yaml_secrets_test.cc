// Secrets that the structure of YAML reveals, wherever the lines break.
#include "src/redaction/unread_lines.h"
#include "src/yaml/reader.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "src/redaction/find_secrets.h"

namespace kval::redaction {
namespace {

struct Case {
  std::string_view text;
  std::string_view shown;  // each secret is `*`
};

std::string Shown(const source::SourceFile& file, const std::vector<source::Span>& secrets) {
  std::string shown;
  uint32_t at = file.base();
  for (const source::Span secret : secrets) {
    shown.append(file.Text({at, secret.begin})).append("*");
    at = secret.end;
  }
  return shown.append(file.Text({at, file.span().end}));
}

TEST(YamlSecrets, AreFoundByStructure) {
  const Case cases[] = {
      {"env: [{name: TOKEN,\n  value: hunter2}]\n", "env: [{name: TOKEN,\n  value: *}]\n"},
      {"env:\n- {value:\n    hunter2, name: TOKEN}\n", "env:\n- {value:\n    *, name: TOKEN}\n"},
      {"{kind: Secret,\n data:\n  {a: hunter2}}\n", "{kind: Secret,\n data:\n  {a: *}}\n"},
      {"kind: List\nitems:\n- kind: Secret\n  data: {a: x}\n- kind: ConfigMap\n  data:\n    a: x\n",
       "kind: List\nitems:\n- kind: Secret\n  data: {a: *}\n- kind: ConfigMap\n  data:\n    a: x\n"},
      {"secretGenerator:\n- name: a\n  files:\n  - cloud\n  literals:\n  - hunter2\n",
       "secretGenerator:\n- name: a\n  files:\n  - cloud\n  literals:\n  - *\n"},
      {"tokens:\n  [hunter2,\n   hunter3]\n", "tokens:\n  [*,\n   *]\n"},
      {"args: [run,\n  --token,\n  hunter2]\n", "args: [run,\n  --token,\n  *]\n"},
      {"a: &x\n  b: hunter2\npassword: *x\n", "a: &x\n  *: *\npassword: *x\n"},
      {"a|password: hunter2\n", "a|password: *\n"},
      {"--- |\n\u00f1: x\ntokens:\n- hunter2\n", "--- |\n\u00f1: x\ntokens:\n- *\n"},
      {"secret:\n  encoding: [base64]\n", "secret:\n  encoding: [base64]\n"},
  };
  for (const Case& c : cases) {
    const source::SourceFile file("v.yml", std::string(c.text), 1);
    EXPECT_EQ(Shown(file, FindSecrets(file, {})), c.shown);
  }
}

TEST(YamlSecrets, ReadsBlockScalarsAsYaml) {
  const source::SourceFile nested("v.yml", "a: |\n  x: &p hunter2\n  token: *p\n", 1);
  EXPECT_EQ(Shown(nested, FindSecrets(nested, {})).find("hunter2"), std::string::npos);
}

TEST(YamlSecrets, ReadsLinesAfterANullCharacter) {
  using std::string_view_literals::operator""sv;
  const Case cases[] = {{"a: \0\n---\npassword:\n  hunter2\n"sv, "a: \0\n---\npassword:\n  *\n"sv},
                        {"a: 1\n\0\npassword: !hunter2\n"sv, "a: 1\n\0\npassword: *\n"sv}};
  for (const Case& c : cases) {
    const source::SourceFile file("v.yml", std::string(c.text), 1);
    EXPECT_EQ(Shown(file, FindSecrets(file, {})), c.shown);
  }
}

TEST(YamlSecrets, ReadsSkippedLinesBelowTheirKeys) {
  const Case cases[] = {
      {"root: }\n  env:\n  - value: hunter2\n    name: DB_PASSWORD\n",
       "root: }\n  env:\n  - value: *\n    name: DB_PASSWORD\n"},
      {"secrets:\n  a: }\n    b:\n      c: hunter2\n", "secrets:\n  a: }\n    b:\n      c: *\n"},
      {"kind: Secret\ndata: }\n  a: hunter2\n", "kind: Secret\ndata: }\n  a: *\n"},
  };
  for (const Case& c : cases) {
    const source::SourceFile file("v.yml", std::string(c.text), 1);
    EXPECT_EQ(Shown(file, FindSecrets(file, {})), c.shown);
  }
  const source::SourceFile valid("v.yml", "a: |\n  x: [\nb: 1\n", 1);
  EXPECT_TRUE(UnreadLines(yaml::NativeReader().Read(valid), valid).empty());
  const source::SourceFile broken("v.yml", "a: }\n  b: 1\n\n  c: 2\nd: 3\n", 1);
  const std::vector<source::Span> lines = UnreadLines(yaml::NativeReader().Read(broken), broken);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(broken.Text(lines[0]), "  b: 1\n\n  c: 2");
}

}  // namespace
}  // namespace kval::redaction
