#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/kcl/syntax/parsing.h"

namespace kval::kcl::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Case {
  const char* name;
  const char* text;
  std::vector<std::string> errors;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class ParserErrorTest : public ::testing::TestWithParam<Case> {};

TEST_P(ParserErrorTest, OneDiagnosticForEachMistake) {
  EXPECT_EQ(ErrorsOf(GetParam().text), GetParam().errors);
}

const Case kCases[] = {
    {"missing_operand", "a = 1 +\nb = 2\n", {"1:8 InvalidSyntax: expected an expression, got `newline`"}},
    {"several_statements",
     "a = )\nb = 1\nc = *\n",
     {"1:5 InvalidSyntax: mismatched closing delimiter",
      "1:6 InvalidSyntax: expected an expression, got `newline`",
      "3:5 InvalidSyntax: expected an expression, got `*`"}},
    {"missing_else", "a = 1 if b\n", {"1:11 InvalidSyntax: expected `else`, got `newline`"}},
    {"unclosed_parenthesis", "a = (1\nb = 2\n", {"1:5 InvalidSyntax: `(` is never closed"}},
    {"unclosed_list", "a = [1, 2\nb = 3\n", {"1:5 InvalidSyntax: `[` is never closed"}},
    {"bracket_unclosed_in_another",
     "a = {\n    b = [1, 2\n    c = (3 + 4\n}\nd = 1\n",
     {"2:9 InvalidSyntax: `[` is never closed", "3:9 InvalidSyntax: `(` is never closed"}},
    {"block_of_a_config_unclosed", "a = {\n    b = 1\n\nc = 2\n", {"1:5 InvalidSyntax: `{` is never closed"}},
    {"config_unclosed_at_the_end", "a = {\n    b = 1\n", {"1:5 InvalidSyntax: `{` is never closed"}},
    {"config_unclosed_at_the_end_of_a_schema",
     "schema S:\n    a: int = 1\n    b: {str:} = {\n        c = [\n            1\n",
     {"3:17 InvalidSyntax: `{` is never closed", "4:13 InvalidSyntax: `[` is never closed"}},
    {"call_unclosed_in_a_config", "a = {\n    b = f(1\n}\n", {"2:10 InvalidSyntax: `(` is never closed"}},
    {"statements_of_other_languages",
     "def f(x):\n    return x\nwhile True:\n    a = 1\nfor i in [1]:\n    b = i\n",
     {"1:1 InvalidSyntax: KCL has no `def` statement", "3:1 InvalidSyntax: KCL has no `while` statement",
      "5:1 InvalidSyntax: KCL has no `for` statement"}},
    {"operators_of_other_languages",
     "a = b && c || d\n",
     {"1:7 InvalidSyntax: invalid token `&&`, consider using `and`",
      "1:12 InvalidSyntax: invalid token `||`, consider using `or`"}},
    {"type_with_a_sign",
     "a: -1 = -1\nb: 1 | +2 = 1\n",
     {"1:4 InvalidSyntax: expected a type, got `-`", "2:8 InvalidSyntax: expected a type, got `+`"}},
    {"value_behind_a_colon", "a: b\n", {"1:5 InvalidSyntax: expected `=`, got `newline`"}},
    {"arguments_break_the_line_late",
     "f(1,\n  2)\ng = 1\n",
     {"1:5 InvalidSyntax: expected `)`, got `newline`"}},
    {"broken_entries",
     "a = {\n    b: *\n    c = 1\n    d 2\n}\n",
     {"2:8 InvalidSyntax: expected an expression, got `*`",
      "4:7 InvalidSyntax: expected one of `:`, `=`, `+=`, got `2`"}},
    {"missing_colon_of_a_schema",
     "schema S\n    a: int\nb = 1\n",
     {"1:9 InvalidSyntax: expected `:`, got `newline`"}},
    {"two_bases", "schema S(A, B):\n    a: int\n", {"1:11 InvalidSyntax: a schema can have one base only"}},
    {"missing_block", "if a:\nb = 1\n", {"2:1 InvalidSyntax: expected `indent`, got `b`"}},
    {"stray_indent",
     "a = 1\n  b = 2\nc = 3\n",
     {"2:3 InvalidSyntax: unexpected token `indent`: no block begins here"}},
    {"between_two_indents",
     "if a:\n    b = 1\n  c = 2\n",
     {"3:3 InvalidSyntax: invalid indentation with 2 spaces, try to align indents by adding or removing "
      "spaces"}},
    {"tabs_and_spaces",
     "if a:\n    b = 1\n\tc = 2\n",
     {"3:1 InvalidSyntax: TabError: inconsistent use of tabs and spaces in indentation"}},
    {"closing_bracket_left_of_its_block",
     "schema S:\n    a: int\n    b = {\n    c = 1\n}\n",
     {"5:3 InvalidSyntax: expected `dedent`, got `end of file`"}},
    {"semicolon", "a = 1;\n", {"1:6 InvalidSyntax: the semicolon `;` here is unnecessary, please remove it"}},
    {"bang", "a = !b\n", {"1:5 InvalidSyntax: invalid token `!`, consider using `not`"}},
    {"else_if",
     "if a:\n    b = 1\nelse if c:\n    b = 2\n",
     {"3:1 InvalidSyntax: `else if` here is invalid in KCL, consider using the `elif` keyword"}},
    {"bad_target",
     "f() = 1\n",
     {"1:1 InvalidSyntax: 'CallExpression' is an illegal expression for assignment"}},
    {"optional_target",
     "a?.b = 1\n",
     {"1:1 InvalidSyntax: 'SelectorExpression' is an illegal expression for assignment, because the "
      "left-hand side of an "
      "assignment expression may not be an optional attribute access."}},
    {"positional_behind_keyword",
     "f(a=1, 2)\n",
     {"1:8 InvalidSyntax: positional argument follows keyword argument"}},
    {"keyword_as_target",
     "if = 1\n$if = 2\n",
     {"1:1 InvalidSyntax: `if` is a keyword and cannot be a name here"}},
    {"keyword_as_attribute",
     "schema S:\n    check: int\n    rule: int\n",
     {"2:5 InvalidSyntax: `check` is a keyword and cannot be a name here"}},
    {"keyword_as_key",
     "a = {all: 1, schema: 2}\n",
     {"1:6 InvalidSyntax: `all` is a keyword and cannot be a name here"}},
    {"keyword_as_argument",
     "a = f(map=1)\n",
     {"1:7 InvalidSyntax: `map` is a keyword and cannot be a name here"}},
    {"keyword_as_type_alias",
     "type any = int\n",
     {"1:6 InvalidSyntax: `any` is a keyword and cannot be a name here"}},
    {"missing_condition", "if:\n    a = 1\n", {"1:3 InvalidSyntax: expected an expression, got `:`"}},
    {"import_in_schema",
     "schema S:\n    import math\n    a: int\n",
     {"2:5 InvalidSyntax: an import is not allowed inside a schema"}},
    {"broken_encoding", "a = \"\xFF\"\nb = 1\n", {"1:6 the byte 0xFF is not valid UTF-8 here"}},
    {"bad_suffix", "a = 1x\n", {"1:5 InvalidSyntax: invalid int binary suffix"}},
    {"empty_number", "a = 0x\n", {"1:5 InvalidSyntax: no valid digits found for number"}},
    {"too_large", "a = 9223372036854775808\n", {"1:5 InvalidSyntax: the integer does not fit into 64 bits"}},
    {"open_string", "a = \"b\nc = 1\n", {"1:5 InvalidSyntax: unterminated string"}},
    {"bad_interpolation",
     "a = \"${b = 1}\"\n",
     {"1:8 InvalidSyntax: invalid string interpolation expression: 'b = 1'"}},
    {"empty_interpolation",
     "a = \"${}\"\n",
     {"1:8 InvalidSyntax: invalid string interpolation expression: ''"}},
    {"open_interpolation",
     "a = \"${b\"\n",
     {"1:6 InvalidSyntax: invalid joined string: `${` is never closed"}},
    {"loop_variable",
     "a = [b for b.c in d]\n",
     {"1:13 CompileError: loop variables can only be ordinary identifiers"}},
    {"second_index_signature",
     "schema S:\n    [str]: int\n    [str]: str\n",
     {"3:5 InvalidSyntax: duplicate schema index signature definitions, only one is allowed in the schema"}},
    {"two_comprehension_items",
     "a = [1, 2 for b in c]\n",
     {"1:6 InvalidSyntax: multiple list comp clause expression found: expected 1, got 2"}},
};

INSTANTIATE_TEST_SUITE_P(All, ParserErrorTest, ::testing::ValuesIn(kCases));

TEST(ParserErrorTest, RestOfTheFileIsRead) {
  const auto parsed = ParseText("a = *\nschema S:\n    a: int\n    b: ]\n    c: str\n");
  EXPECT_TRUE(parsed->ast.has_errors);
  EXPECT_THAT(Dump(parsed->ast, parsed->context.names), HasSubstr("(attr c str)"));
}

TEST(ParserErrorTest, NestingIsLimited) {
  const std::string open(100000, '[');
  EXPECT_THAT(ErrorsOf("a = " + open), ElementsAre(HasSubstr("nested too deeply")));
  const std::string minus(100000, '-');
  EXPECT_THAT(ErrorsOf("a = " + minus + "1"), ElementsAre(HasSubstr("nested too deeply")));
}

TEST(ParserErrorTest, ChainsAreLimited) {
  std::string sum = "a = 1";
  for (int i = 0; i < 5000; ++i) {
    sum += " + 1";
  }
  EXPECT_THAT(ErrorsOf(sum), ElementsAre(HasSubstr("nested too deeply")));
}

TEST(ParserErrorTest, EmptyFileIsFine) {
  EXPECT_THAT(ErrorsOf(""), IsEmpty());
  EXPECT_THAT(ErrorsOf("\n\n# only a comment"), IsEmpty());
}

}  // namespace
}  // namespace kval::kcl::testing
