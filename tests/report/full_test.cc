#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/report/findings.h"

namespace kval::report {
namespace {

using diag::Kind;

TEST(Full, ShowsTheValueTheSchemaAndTheFacts) {
  Scene scene;
  scene.File("envs/prod.yml", "a: 1\nb: 2\n\n\n\n\n\n\n\n\nservice:\n  port: \"80\"\n");
  scene.File("schema.yml", "#@data/values-schema\n---\n\n\n\nservice:\n  port: 8080\n");
  scene.File("base.yml", "service:\n  port: 9090\n");
  scene.Report(scene.At("envs/prod.yml", "\"80\""), Kind::kTypeMismatch, "expected integer, found string")
      .Label("quoted scalar is a string")
      .Schema(scene.At("schema.yml", "8080"), "integer, inferred from this default")
      .Origin(scene.At("schema.yml", "8080"), "default")
      .Origin(scene.At("base.yml", "9090"), "")
      .At(Keys({"service", "port"}))
      .Found("string")
      .Expected("integer")
      .Note("a fact\nof two lines")
      .Hint("remove the quotes: `port: 80`")
      .Emit();
  EXPECT_EQ(scene.Print("full"),
            R"(error[KV301]: service.port: expected integer, found string
  --> envs/prod.yml:12:9
   |
11 | service:
12 |   port: "80"
   |         ^^^^ quoted scalar is a string
   |
  ::: schema.yml:7:9
   |
 7 |   port: 8080
   |         ---- integer, inferred from this default
   |
   = note: a fact
   |       of two lines
   = merged: schema.yml:7:9 (default) <- base.yml:2:9 <- envs/prod.yml:12:9
   = help: remove the quotes: `port: 80`

)");
}

TEST(Full, EachPlaceHasAFrameOfItsOwn) {
  Scene scene;
  scene.File("a.yml", "first: 1\nservice:\n  port: 80\n  name: x\n\nlast: 1\nmore: 2\nend: 3\n");
  scene.Report(scene.At("a.yml", "name"), Kind::kUnknownKey, "unknown key `name`")
      .Label("not declared")
      .Related(scene.At("a.yml", "x"), "its value")
      .Related(scene.At("a.yml", "first"), "near")
      .Related(scene.At("a.yml", "end"), "far")
      .Emit();
  EXPECT_EQ(scene.Print("full"),
            R"(error[KV300]: unknown key `name`
 --> a.yml:4:3
  |
3 |   port: 80
4 |   name: x
  |   ^^^^  - its value
  |   |
  |   not declared
  |
 ::: a.yml:1:1
  |
1 | first: 1
  | ----- near
  |
 ::: a.yml:8:1
  |
8 | end: 3
  | --- far

)");
}

TEST(Full, AnInnerMarkHangsBelowTheOuterOne) {
  Scene scene;
  scene.File("a.yml", "a: {b: c}\n");
  scene.Report(scene.At("a.yml", "{b: c}"), Kind::kUnknownKey, "odd")
      .Label("outer")
      .Related(scene.At("a.yml", "c"), "inner")
      .Related(scene.At("a.yml", "b"), "middle")
      .Emit();
  EXPECT_EQ(scene.Print("full"),
            R"(error[KV300]: odd
 --> a.yml:1:4
  |
1 | a: {b: c}
  |    ^^^^^^
  |    ||  |
  |    ||  inner
  |    |middle
  |    outer

)");
}

TEST(Full, MarksOverSeveralLinesHaveABar) {
  Scene scene;
  scene.File("a.yml", "list:\n- a\n- b\n- c\n- d\n- e\n- f\nend: 1\n");
  scene.File("b.yml", "service:\n  port: \"80\"\n  name: x\n");
  scene.Report(scene.At("a.yml", "- a\n- b\n- c\n- d\n- e\n- f\n"), Kind::kUnique, "too many")
      .Label("this list")
      .Emit();
  scene.Report(scene.At("b.yml", "\"80\"\n  name: x"), Kind::kUnique, "late start")
      .Label("from the quote")
      .Related(scene.At("b.yml", "port"), "the port")
      .Emit();
  EXPECT_EQ(scene.Print("full"),
            R"(error[KV408]: too many
 --> a.yml:2:1
  |
1 |   list:
2 | / - a
3 | | - b
... |
7 | | - f
  | |___^ this list

error[KV408]: late start
 --> b.yml:2:9
  |
1 |   service:
2 |     port: "80"
  |  _________^
  | |   ---- the port
3 | |   name: x
  | |_________^ from the quote

)");
}

TEST(Full, MarksWithoutACommonLineShareABar) {
  Scene scene;
  scene.File("a.yml", "all:\n- a: 1\n  b: 2\n- a: 3\n  b: 4\n");
  scene.Report(scene.At("a.yml", "all:\n- a: 1\n  b: 2\n- a: 3\n  b: 4"), Kind::kUnique, "wrong")
      .Label("all of it")
      .Related(scene.At("a.yml", "a: 1\n  b: 2"), "one")
      .Related(scene.At("a.yml", "a: 3\n  b: 4"), "two")
      .Emit();
  EXPECT_EQ(scene.Print("full"),
            R"(error[KV408]: wrong
 --> a.yml:1:1
  |
1 | /  all:
2 | |  - a: 1
  | | ___-
3 | ||   b: 2
  | ||______- one
4 | |  - a: 3
  | | ___-
5 | ||   b: 4
  | |_______^ all of it
  |  |______- two

)");
}

TEST(Full, AFindingWithoutPlaceHasNoFrame) {
  Scene scene;
  scene.File("a.yml", "a: 1\n");
  scene.Report({}, Kind::kUnreadable, "cannot read `b.yml`").Hint("look at the path").Emit();
  EXPECT_EQ(scene.Print("full"), "error[KV001]: cannot read `b.yml`\n  = help: look at the path\n\n");
}

TEST(Full, CallsAreATrace) {
  Scene scene;
  scene.File("a.yml", "a: 1\n").File("lib.star", "def f(x):\n  return x + 1\nend\nf(2)\n");
  scene.Report(scene.At("a.yml", "1"), Kind::kRuleError, "rule failed")
      .Call(scene.At("lib.star", "x + 1"), "in `f`")
      .Call(scene.At("lib.star", "f(2)"), "at the top")
      .Emit();
  EXPECT_EQ(scene.Print("full"),
            R"(error[KV412]: rule failed
 --> a.yml:1:4
  |
1 | a: 1
  |    ^
  |
  = trace: lib.star:2:10 in `f`
  |        lib.star:4:1 at the top

)");
}

TEST(Full, FlagsAreFilesToo) {
  Scene scene;
  scene.File("<flag --data-value>", "service.port=80x");
  scene.Report(scene.At("<flag --data-value>", "80x"), Kind::kTypeMismatch, "expected integer").Emit();
  EXPECT_EQ(scene.Print("full"),
            "error[KV301]: expected integer\n --> <flag --data-value>:1:14\n  |\n"
            "1 | service.port=80x\n  |              ^^^\n\n");
}

struct LineCase {
  std::string_view name;
  std::string_view text;
  std::string_view marked;
  std::string_view line;
  std::string_view underline;
};

class FullLine : public testing::TestWithParam<LineCase> {};

TEST_P(FullLine, IsAligned) {
  Scene scene;
  scene.File("a.yml", std::string(GetParam().text));
  const std::string_view marked = GetParam().marked;
  const source::Span span = marked.empty() ? scene.EndOf(0) : scene.At("a.yml", marked);
  scene.Report(span, Kind::kTypeMismatch, "odd").Emit();
  const std::string out = scene.Print("full");
  const std::string expected =
      " | " + std::string(GetParam().line) + "\n  | " + std::string(GetParam().underline) + "\n\n";
  EXPECT_NE(out.find(expected), std::string::npos) << out;
}

const LineCase kLines[] = {
    {"tab_is_one_column", "a:\tx\n", "x", "a:→x", "   ^"},
    {"cjk_is_two_columns", "日本: x\n", "x", "日本: x", "      ^"},
    {"cjk_span", "k: 日本\n", "日本", "k: 日本", "   ^^^^"},
    {"emoji", "🎉: x\n", "x", "🎉: x", "    ^"},
    {"combining_mark", "e\xCC\x81: x\n", "x", "e\xCC\x81: x", "   ^"},
    {"combining_mark_first", "\xCC\x81z\n", "z", "◌\xCC\x81z", " ^"},
    {"byte_order_mark",
     "\xEF\xBB\xBF"
     "a: x\n",
     "x", "a: x", "   ^"},
    {"carriage_return", "a: x\r\nb: 1\r\n", "x", "a: x", "   ^"},
    {"bidi_override", "\xE2\x80\xAE: x\n", "x", "\\u{202E}: x", "          ^"},
    {"escape_sequence", "\x1b[2J x\n", "x", "\\u{1B}[2J x", "          ^"},
    {"invalid_byte", "\xFF x\n", "x", "\\xFF x", "     ^"},
    {"span_over_invalid_byte", "a \xFF\n", "\xFF", "a \\xFF", "  ^^^^"},
    {"end_of_file", "a: [", "", "a: [", "    ^"},
    {"end_of_file_after_break", "a: [\n", "", "a: [", "    ^"},
    {"span_with_break", "a: x\n", "x\n", "a: x", "   ^"},
};

INSTANTIATE_TEST_SUITE_P(Lines, FullLine, testing::ValuesIn(kLines),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(Full, LongLinesAreCutAroundTheMark) {
  Scene scene;
  scene.File("a.yml", "k: " + std::string(5000, 'a') + "NEEDLE" + std::string(5000, 'b') + "\n");
  scene.Report(scene.At("a.yml", "NEEDLE"), Kind::kTypeMismatch, "odd").Label("here").Emit();
  RenderOptions options;
  options.width = 60;
  EXPECT_EQ(scene.Print("full", options),
            "error[KV301]: odd\n --> a.yml:1:5004\n  |\n"
            "1 | …aaaaaaaaaaaaaNEEDLEbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…\n"
            "  |               ^^^^^^ here\n\n");
}

TEST(Full, ColoursEndWhereTheyBegin) {
  Scene scene;
  scene.File("a.yml", "a: 1\n");
  scene.Report(scene.At("a.yml", "1"), Kind::kTypeMismatch, "odd").Label("here").Emit();
  RenderOptions options;
  options.color = true;
  EXPECT_EQ(scene.Print("full", options),
            "\x1b[1;31merror[KV301]\x1b[0m\x1b[1m: odd\x1b[0m\n"
            " \x1b[1;34m--> \x1b[0m"
            "a.yml:1:4\n"
            "\x1b[1;34m  |\x1b[0m\n"
            "\x1b[1;34m1 |\x1b[0m a: 1\n"
            "\x1b[1;34m  |\x1b[0m    \x1b[1;31m^\x1b[0m\x1b[1;31m here\x1b[0m\n\n");
}

TEST(Full, StringsCannotDriveTheTerminal) {
  Scene scene;
  scene.File("a\x1b.yml", "a: 1\n");
  scene.Report(scene.At("a\x1b.yml", "1"), Kind::kTypeMismatch, "a\x1b[2J\xE2\x80\xAE").Label("\rx\n").Emit();
  const std::string out = scene.Print("full");
  EXPECT_EQ(out.find('\x1b'), std::string::npos);
  EXPECT_EQ(out.find('\r'), std::string::npos);
  EXPECT_NE(out.find("a\\u{1B}[2J\\u{202E}"), std::string::npos);
  EXPECT_NE(out.find("^ \\rx\\n\n"), std::string::npos) << out;
}

TEST(Summary, CountsWhatThereIs) {
  Scene scene;
  EXPECT_EQ(Summary(CountBySeverity(scene.diagnostics()), {}), "");
  scene.Report({}, Kind::kTypeMismatch, "a").Emit();
  RenderOptions options;
  options.file_count = 1;
  EXPECT_EQ(Summary(CountBySeverity(scene.diagnostics()), options), "Found 1 error (1 file checked)\n");
  scene.Report({}, Kind::kDeprecated, "b").Emit();
  scene.Report({}, Kind::kDeprecated, "c").Emit();
  options.file_count = 3;
  options.hidden.errors = 4;
  EXPECT_EQ(Summary(CountBySeverity(scene.diagnostics()), options),
            "Found 5 errors, 2 warnings (3 files checked, 4 findings not shown)\n");
}

TEST(Reporters, AreSilentForPeopleAndWholeForMachinesWhenNothingIsFound) {
  const Scene scene;
  for (const Reporter& reporter : Reporters()) {
    const std::string out = scene.Print(reporter.name);
    const bool is_stream = reporter.for_people || reporter.name == "jsonl" || reporter.name == "github" ||
                           reporter.name == "azure" || reporter.name == "lsp";
    EXPECT_EQ(out.empty(), is_stream) << reporter.name;
  }
  EXPECT_EQ(scene.Print("gitlab"), "[]\n");
  EXPECT_EQ(FindReporter("nothing"), nullptr);
}

}  // namespace
}  // namespace kval::report
