#include "src/lang/kcl/format/format.h"

#include <gtest/gtest.h>

#include <string>

#include "src/diag/collector.h"
#include "src/source/source_map.h"

namespace kval::kcl::format {
namespace {

// Returns the formatted text, or the outcome without one.
std::string FormatText(const std::string& text) {
  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emitter(&collector);
  const Formatted formatted = Format(sources.AddText("main.k", text), emitter);
  switch (formatted.outcome) {
    case Outcome::kFormatted:
      return formatted.text;
    case Outcome::kSyntaxErrors:
      return "syntax error: " + std::to_string(collector.diagnostics().size());
    case Outcome::kUnfaithful:
      return "unfaithful";
  }
  return {};
}

// The expected output is that of KCL 0.13.2 unless a test says otherwise.
TEST(Format, SpacesAndIndentation) {
  EXPECT_EQ(FormatText("a   =  1\nb = {\n  c=  1\n}\nd: {str : int}=b\ne=x not  in y"),
            "a = 1\nb = {\n    c = 1\n}\nd: {str:int} = b\ne = x not in y\n");
  EXPECT_EQ(FormatText("x = f(a   ,   b)   +1 if c   else  d\n"), "x = f(a, b) + 1 if c else d\n");
  EXPECT_EQ(FormatText("a = 0x10\nb = 1.50\nc = x[1:2]\nd = S() {e = 1}\n"),
            "a = 16\nb = 1.5\nc = x[1:2:]\nd = S {e = 1}\n");
  EXPECT_EQ(FormatText(""), "");
}

TEST(Format, FloatsStayFloats) {
  // KCL prints `1`, which is an integer.
  EXPECT_EQ(FormatText("a = 1.0\nb = 1e3\n"), "a = 1.0\nb = 1e3\n");
}

TEST(Format, CollectionsKeepTheirLines) {
  EXPECT_EQ(FormatText("y = {a=1,b={c=2}}\nz = {a={c=2}}\nw = [\n]\nv = [\n 1\n 2\n]\n"),
            "y = {a = 1, b = {c = 2}}\nz = {\n    a = {c = 2}\n}\nw = []\nv = [\n    1\n    2\n]\n");
}

TEST(Format, EmptyLinesBetweenStatements) {
  EXPECT_EQ(FormatText("import a\nb = 1\n\n\n\nc = 2\nschema A:\n    a: int\nd = 3\n"),
            "import a\n\nb = 1\n\nc = 2\nschema A:\n    a: int\n\nd = 3\n");
  EXPECT_EQ(FormatText("\"\"\"doc\"\"\"\na = 1\n"), "\"\"\"doc\"\"\"\n\na = 1\n");
}

TEST(Format, Schemas) {
  EXPECT_EQ(FormatText("@foo\nschema A[x:int](B):\n  \"\"\"doc\"\"\"\n  mixin [M, N]\n  @info(a = 1)\n"
                       "  a?:int=1\n  check:\n    a>1,\"m\"\n"),
            "@foo()\nschema A[x: int](B):\n    \"\"\"doc\"\"\"\n    mixin [\n        M,\n        N\n    ]\n"
            "    @info(a=1)\n    a?: int = 1\n\n    check:\n        a > 1, \"m\"\n");
}

TEST(Format, CommentsBeforeAndBehind) {
  EXPECT_EQ(FormatText("a = { # c1\n    b = 1 # c2\n    # c3\n    d = 2 # c4\n} # c5\n# c6\n"),
            "a = { # c1\n    b = 1 # c2\n    # c3\n    d = 2 # c4\n} # c5\n# c6\n");
  EXPECT_EQ(FormatText("import a # c1\nimport b # c2\nx = 1\n"), "import a\n# c1\nimport b\n\n# c2\nx = 1\n");
  EXPECT_EQ(FormatText("x = [\n    1 # c\n    2\n]\n"), "x = [\n    1\n    # c\n    2\n]\n");
  EXPECT_EQ(FormatText("x = \"# no comment\" # one\n"), "x = \"# no comment\" # one\n");
}

TEST(Format, CommentsDoNotHideCode) {
  // KCL prints `if a # c:`, where the comment hides the colon, and `a # c,` in lambdas.
  EXPECT_EQ(FormatText("if a: # c\n    b = 1\n"), "if a:\n    # c\n    b = 1\n");
  EXPECT_EQ(FormatText("x = lambda a { # c\n    a\n}\n"), "x = lambda a {\n    # c\n    a\n}\n");
}

TEST(Format, ConditionalItemsOfALine) {
  // KCL prints `[1, if True:` and the items on the next line, followed by `, 3]`.
  EXPECT_EQ(FormatText("a = [1, if True: 2, 3]\n"), "a = [\n    1\n    if True:\n        2\n    3\n]\n");
}

TEST(Format, FormsBeyondKcl) {
  EXPECT_EQ(FormatText("schema relaxed A:\n  final a:int=1\n"), "schema relaxed A:\n    final a: int = 1\n");
  EXPECT_EQ(FormatText("a = [if x > 1: x for x in  b]\n"), "a = [if x > 1: x for x in  b]\n");
}

TEST(Format, LongSignaturesOfLambdas) {
  const std::string name(50, 'a');
  EXPECT_EQ(
      FormatText("x = lambda " + name + ": int, bbbbbbbbbbbbbbbbbbbbbbbb = 1 -> str {\n  1\n}\n"),
      "x = lambda {\n    " + name + ": int,\n    bbbbbbbbbbbbbbbbbbbbbbbb = 1,\n} -> str {\n    1\n}\n");
}

TEST(Format, SyntaxErrorsAreReported) {
  EXPECT_EQ(FormatText("a = \n"), "syntax error: 1");
}

}  // namespace
}  // namespace kval::kcl::format
