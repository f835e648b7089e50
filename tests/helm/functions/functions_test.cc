#include "src/helm/functions/functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "src/helm/functions/descriptions.h"
#include "src/lang/gotemplate/quote.h"
#include "tests/helm/functions/renderer.h"

namespace kval::helm::functions {
namespace {

// A line of a table: `EXPRESSION => OUTPUT`, or `EXPRESSION =! ERROR` with the error of the call. Outputs in
// double quotes are Go literals.
struct TableCase {
  std::string place;
  std::string expression;
  std::string expected;
  bool is_error = false;
};

std::vector<TableCase> ReadTable(const std::string& name) {
  std::ifstream in(std::string(KVAL_TABLES) + "/" + name + ".txt");
  std::vector<TableCase> cases;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const size_t at = std::min(line.find(" => "), line.find(" =! "));
    if (line.empty() || line.starts_with('#')) {
      continue;
    }
    EXPECT_NE(at, std::string::npos) << name << ":" << number;
    std::string expected = line.substr(at + 4);
    if (expected.starts_with('"')) {
      expected = gotemplate::Unquote(expected).value_or("invalid literal");
    }
    cases.push_back(
        {name + ".txt:" + std::to_string(number), line.substr(0, at), expected, line[at + 2] == '!'});
  }
  return cases;
}

std::set<std::string> Tables() {
  std::set<std::string> names;
  for (const FunctionInfo& info : Infos()) {
    names.emplace(info.test);
  }
  return names;
}

TEST(FunctionsTest, TablesHold) {
  for (const std::string& table : Tables()) {
    for (const TableCase& c : ReadTable(table)) {
      const Rendered rendered =
          Render("{{" + c.expression + "}}", R"({"m": {"a": 1, "b": {"c": "x"}}, "l": [3, 1, 2]})");
      if (!c.is_error) {
        EXPECT_EQ(rendered.text, c.expected) << c.place << ": " << c.expression;
        EXPECT_EQ(rendered.error, "") << c.place << ": " << c.expression;
        continue;
      }
      EXPECT_THAT(rendered.error, ::testing::EndsWith(": " + c.expected)) << c.place << ": " << c.expression;
    }
  }
}

TEST(FunctionsTest, EachFunctionOccursInItsTable) {
  for (const FunctionInfo& info : Infos()) {
    bool is_called = false;
    for (const TableCase& c : ReadTable(std::string(info.test))) {
      is_called = is_called ||
                  (" " + c.expression + " ").find(" " + std::string(info.name) + " ") != std::string::npos ||
                  c.expression.find("(" + std::string(info.name) + " ") != std::string::npos ||
                  c.expression.find("(" + std::string(info.name) + ")") != std::string::npos;
    }
    EXPECT_TRUE(is_called) << info.name << " is not called in " << info.test << ".txt";
  }
}

TEST(FunctionsTest, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const FunctionInfo& info : Infos()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
  }
}

TEST(FunctionsTest, FailuresOfTemplatesAreKnown) {
  EXPECT_EQ(Render(R"({{ required "image is missing" .image }})").failure, "image is missing");
  EXPECT_EQ(Render(R"({{ fail "stop" }})").failure, "stop");
  EXPECT_EQ(Render(R"({{ first 1 }})").failure, "");
}

TEST(FunctionsTest, IncludeAndTplExecuteTemplates) {
  EXPECT_EQ(Render(R"({{ define "u" }}<{{ . }}>{{ end }}{{ include "u" 5 | quote }})").text, R"("<5>")");
  EXPECT_EQ(
      Render(R"({{ tpl "{{ .a }}-{{ include \"u\" . }}" (dict "a" 1) }}{{ define "u" }}{{ .a }}{{ end }})")
          .text,
      "1-1");
  EXPECT_EQ(Render(R"({{ tpl "{{ .missing }}" (dict) }})").text, "");
  EXPECT_THAT(Render(R"({{ tpl "{{ if }}" . }})").error, ::testing::HasSubstr("cannot parse template"));
}

// A sanitizer's stack frames are too large for the 1000 levels that Helm permits: the stack ends first.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kHasLargeFrames = true;
#elif defined(__has_feature)
constexpr bool kHasLargeFrames = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kHasLargeFrames = false;
#endif

TEST(FunctionsTest, RecursionOfIncludeEnds) {
  const Rendered rendered = Render(R"({{ define "u" }}{{ include "u" . }}{{ end }}{{ include "u" . }})");
  if (kHasLargeFrames && rendered.limit) {
    EXPECT_EQ(rendered.limit, gotemplate::ExceededLimit::kDepth);
    return;
  }
  EXPECT_THAT(rendered.error, ::testing::HasSubstr("nested reference name: u"));
}

// Programs that need much time or memory end with the error of their limit.
TEST(FunctionsTest, LimitsHold) {
  const char* const kPrograms[] = {
      R"({{ repeat 1000000000000 "x" }})",
      R"({{ until 1000000000000 }})",
      R"({{ untilStep 0 9223372036854775807 1 }})",
      R"({{ seq 1000000000000 }})",
      R"({{ indent 1000000000000 "x" }})",
      R"({{ indent 1000000 (repeat 100000 "\n") }})",
      R"({{ regexReplaceAll "" (repeat 100000 "x") (repeat 100000 "y") }})",
      R"({{ replace "" (repeat 100000 "y") (repeat 100000 "x") }})",
      R"({{ randAlphaNum 1000000000000 }})",
      R"({{ randBytes 1000000000000 }})",
      R"({{ $x := "x" }}{{ range until 60 }}{{ $x = cat $x $x }}{{ end }})",
      R"({{ $x := list 1 }}{{ range until 60 }}{{ $x = concat $x $x }}{{ end }})",
      R"({{ $x := "a" }}{{ range until 60 }}{{ $x = join "" (list $x $x) }}{{ end }})",
      R"({{ $m := dict }}{{ $_ := set $m "a" $m }}{{ $_ = set $m "b" $m }}{{ deepCopy $m | len }})",
      R"({{ $m := dict }}{{ $_ := set $m "a" $m }}{{ $_ = set $m "b" $m }}{{ deepEqual $m (deepCopy $m) }})",
  };
  for (const char* program : kPrograms) {
    const Rendered rendered =
        Render(program, "{}", {.steps = 2'000'000, .output_bytes = 1U << 24U}, 64U << 20U);
    EXPECT_TRUE(rendered.limit.has_value()) << program << ": " << rendered.error;
  }
}

TEST(FunctionsTest, CyclesEnd) {
  const char* const kPrograms[] = {
      R"({{ $m := dict }}{{ $_ := set $m "a" $m }}{{ $_ = set $m "b" $m }}{{ toJson $m }})",
      R"({{ $m := dict }}{{ $_ := set $m "a" $m }}{{ $_ = set $m "b" $m }}{{ toYaml $m }})",
      R"({{ $m := dict }}{{ $_ := set $m "a" $m }}{{ $_ = set $m "b" $m }}{{ toYamlPretty $m }})",
      R"({{ $m := dict }}{{ $_ := set $m "a" $m }}{{ $_ = set $m "b" $m }}{{ toToml $m }})",
      R"({{ $m := dict }}{{ $_ := set $m "a" $m }}{{ toJson $m }})",
      R"({{ $m := dict }}{{ $_ := set $m "a" $m }}{{ toYaml $m }})",
      R"({{ $m := dict }}{{ $_ := set $m "a" $m }}{{ toYamlPretty $m }})",
      R"({{ $m := dict }}{{ $_ := set $m "a" $m }}{{ merge $m $m | len }})",
      R"({{ $m := dict }}{{ $_ := set $m "a" $m }}{{ $n := deepCopy $m }}{{ merge $m $n | len }})",
      R"({{ $m := dict }}{{ $_ := set $m "a" $m }}{{ quote $m }})",
      R"({{ $m := dict }}{{ $_ := set $m "a" $m }}{{ has $m (list (deepCopy $m)) }})",
  };
  for (const char* program : kPrograms) {
    const Rendered rendered = Render(program, "{}", {.steps = 2'000'000});
    EXPECT_TRUE(rendered.error.empty() || rendered.limit.has_value()) << program << ": " << rendered.error;
  }
}

TEST(FunctionsTest, EveryFunctionHasADescription) {
  const std::set<std::string_view> keywords = {"if",     "else",     "end",   "range", "with",
                                               "define", "template", "block", "break", "continue"};
  gotemplate::FunctionTable table;
  FunctionState state;
  state.version = Version::kHelm4;  // which has all functions
  AddFunctions(&table, &state);
  std::set<std::string_view> described;
  for (const FunctionDescription& description : Descriptions()) {
    EXPECT_TRUE(described.insert(description.name).second) << description.name;
    EXPECT_TRUE(description.text.ends_with('.')) << description.name;
    EXPECT_NE(table.Find(description.name) != nullptr, keywords.contains(description.name))
        << description.name;
  }
  for (const FunctionInfo& info : Infos()) {
    EXPECT_TRUE(described.contains(info.name)) << info.name;
  }
}

}  // namespace
}  // namespace kval::helm::functions
