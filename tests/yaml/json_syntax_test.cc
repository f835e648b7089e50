#include "src/yaml/json_syntax.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/yaml/json_file.h"

namespace kval::yaml {
namespace {

struct Case {
  std::string_view text;
  JsonDialect dialect;
  std::string_view message;  // empty: no deviation
  size_t comments = 0;
};

constexpr auto kStrict = JsonDialect::kStrict;
constexpr auto kComments = JsonDialect::kWithComments;

constexpr Case kCases[] = {
    {"", kStrict, ""},
    {"{\"a\": [1, -0.5e+3, true, null, \"\\u00e9\\n\"], \"b\": {}}\n", kStrict, ""},
    {"{\"a\": \"// no comment /* none */\"}", kStrict, ""},
    {"// a\n{\"a\": 1} /* b */", kStrict, "", 2},
    {"{\"a\": 1,}", kStrict, "JSON has no comma before a closing bracket"},
    {"{\"a\": 1,}", kComments, ""},
    {"[1, 2, // last\n]", kComments, "", 1},
    {"[,]", kComments, "expected a value or `]`, found `,`"},
    {"{\"a\": yes}", kStrict, "`yes` is not a JSON value"},
    {"{\"a\": 010}", kStrict, "`010` is not a JSON value"},
    {"{\"a\": 1.}", kStrict, "`1.` is not a JSON value"},
    {"{a: 1}", kStrict, "expected a key in double quotes or `}`, found `a:`"},
    {"{\"a\" 1}", kStrict, "expected `:`, found `1`"},
    {"{\"a\": 1 \"b\": 2}", kStrict, "expected `,` or a closing bracket, found `\"b\"`"},
    {"{\"a\": \"\t\"}", kStrict, "a string in JSON ends on its line and has no tabs"},
    {"{\"a\": \"\\x\"}", kStrict, "`\\x` is not an escape in JSON"},
    {"{\"a\": 1} {}", kStrict, "expected the end of the file, found `{`"},
    {"{\"a\": 1]", kStrict, "expected `,` or a closing bracket, found `]`"},
    {"{\"a\": 'http://x' /* c */}", kStrict, "a string in JSON is in double quotes, not in single quotes", 1},
    {"{} # c", kStrict, "JSON has no comments that begin with `#`"},
    {"{} /* c", kStrict, "the comment `/*` is never closed", 1},
    {"a: http://x # y\n", kStrict, "`a:` is not a JSON value"},
};

TEST(JsonSyntax, FirstDeviationAndComments) {
  for (const Case& c : kCases) {
    const JsonSyntax syntax = ScanJson(c.text, c.dialect);
    EXPECT_EQ(syntax.deviation ? syntax.deviation->message : "", c.message) << c.text;
    EXPECT_EQ(syntax.comments.size(), c.comments) << c.text;
  }
}

TEST(JsonSyntax, EveryPrefixIsReadWithinTheText) {
  for (const Case& c : kCases) {
    for (size_t size = 0; size <= c.text.size(); ++size) {
      const std::string text(c.text.substr(0, size));
      for (const TextRange& comment : ScanJson(text, c.dialect).comments) {
        EXPECT_LE(comment.end, size) << text;
      }
    }
  }
}

TEST(JsonSyntax, DialectByName) {
  for (const std::string_view name : {"a.jsonc", "x/tsconfig.json", "tsconfig.base.json", "jsconfig-a.json",
                                      ".vscode/launch.json", "a/.devcontainer.json", "b.code-workspace"}) {
    EXPECT_EQ(JsonDialectOfName(name), JsonDialect::kWithComments) << name;
  }
  EXPECT_EQ(JsonDialectOfName("values.json"), JsonDialect::kStrict);
  EXPECT_EQ(JsonDialectOfName("mytsconfig.json"), JsonDialect::kStrict);
  EXPECT_EQ(JsonDialectOfName("a.yaml"), std::nullopt);
}

}  // namespace
}  // namespace kval::yaml
