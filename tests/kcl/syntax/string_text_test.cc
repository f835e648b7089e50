#include "src/lang/kcl/syntax/string_text.h"

#include <gtest/gtest.h>

#include "tests/kcl/syntax/parsing.h"

namespace kval::kcl::testing {
namespace {

// Returns the value of a string literal without interpolation.
std::string ValueOf(const std::string& literal) {
  const auto parsed = ParseText("x = " + literal + "\n");
  const StringExpr* text =
      parsed->ast.body.empty() ? nullptr : parsed->ast.body[0]->As<AssignStmt>()->value->As<StringExpr>();
  return text ? std::string(text->value) : "no string";
}

TEST(StringTextTest, Escapes) {
  EXPECT_EQ(ValueOf(R"("\a\b\f\n\r\t\v\\\'\"")"), "\a\b\f\n\r\t\v\\'\"");
  EXPECT_EQ(ValueOf(R"("\101\x41\u0041\U00000041")"), "AAAA");
  EXPECT_EQ(ValueOf(R"("\u00e9")"), "\xC3\xA9");
}

TEST(StringTextTest, UnknownEscapeKeepsItsBackslash) {
  EXPECT_EQ(ValueOf(R"("\q\$")"), R"(\q\$)");
}

TEST(StringTextTest, RawKeepsEverything) {
  EXPECT_EQ(ValueOf(R"(r"\n${x}")"), R"(\n${x})");
}

TEST(StringTextTest, EscapedInterpolationIsText) {
  EXPECT_EQ(ValueOf(R"("a\${b}c")"), "a${b}c");
}

TEST(StringTextTest, BackslashJoinsLines) {
  EXPECT_EQ(ValueOf("\"\"\"a\\\nb\"\"\""), "ab");
}

TEST(StringTextTest, TripleQuotesAreDedented) {
  EXPECT_EQ(ValueOf("\"\"\"\n    foo\n      bar\n    \"\"\""), "foo\n  bar\n");
  EXPECT_EQ(ValueOf("\"\"\"    foo\n    bar\"\"\""), "foo\nbar");
  EXPECT_EQ(ValueOf("\"\"\"  foo  \"\"\""), "foo  ");
  EXPECT_EQ(ValueOf("\"\"\"foo\n    bar\"\"\""), "foo\n    bar");
  EXPECT_EQ(ValueOf("\"\"\"\n        a\n\n        b\n        \"\"\""), "a\n\nb\n");
}

TEST(StringTextTest, InterpolationIsNoSpace) {
  EXPECT_EQ(TreeOf("x = \"\"\"\n  ${a}\n    b\n  \"\"\"\n"), "(assign x (join ${a} \"\\n  b\\n\"))\n");
}

TEST(StringTextTest, FirstBraceEndsAnInterpolation) {
  EXPECT_EQ(TreeOf("x = \"${a}}\"\n"), "(assign x (join ${a} \"}\"))\n");
}

}  // namespace
}  // namespace kval::kcl::testing
