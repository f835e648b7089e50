#include <gtest/gtest.h>

#include <string>

#include "tests/cel/evaluate.h"

namespace kval::cel {
namespace {

std::string Repeated(std::string_view part, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    text += part;
  }
  return text;
}

TEST(CelLimits, NestingIsBounded) {
  EXPECT_EQ(Evaluate(Repeated("(", 200) + "1" + Repeated(")", 200)), "1");
  EXPECT_NE(Evaluate(Repeated("(", 300) + "1" + Repeated(")", 300)).find("recursion limit"),
            std::string::npos);
  EXPECT_NE(Evaluate(Repeated("[", 100'000)).find("recursion limit"), std::string::npos);
  EXPECT_NE(Evaluate("1" + Repeated("+1", 300)).find("recursion limit"), std::string::npos);
  EXPECT_EQ(Evaluate("true" + Repeated("&&true", 5'000)), "true");
  EXPECT_NE(Evaluate(Repeated("x", 100'001)).find("code point size exceeds limit"), std::string::npos);
}

TEST(CelLimits, CostLimitEndsTheEvaluation) {
  Trial trial;
  trial.budget.cost = 1'000;
  EXPECT_EQ(trial.Of("lists.range(200).all(x, lists.range(200).all(y, x + y >= 0)) || true"),
            "error: operation cancelled: actual cost limit exceeded");
}

TEST(CelLimits, MemoryIsBounded) {
  Trial trial;
  trial.budget.cost = ~uint64_t{0};
  Heap heap(1 << 20);
  std::vector<ProgramError> errors;
  const auto program =
      Program::Compile("lists.range(1000000).map(x, string(x))", trial.environment, {}, errors);
  const Evaluation found = program->Evaluate({}, heap, trial.budget);
  ASSERT_TRUE(found.value.is_error());
  EXPECT_EQ(found.value.error().message, "operation cancelled: actual memory limit exceeded");
}

TEST(CelLimits, ComparisonsOfSharedValuesAreCounted) {
  Trial trial;
  trial.budget.work = 100'000;
  std::string text = "[[1]]";
  for (int i = 0; i < 30; ++i) {
    text += ".map(x, [x, x])";
  }
  // Thirty levels of pairs contain a billion numbers, although the values share memory.
  EXPECT_EQ(trial.Of(text + " == " + text), "error: operation cancelled: actual cost limit exceeded");
}

TEST(CelLimits, ReadsOfWholeStringsAreCounted) {
  Trial trial;
  trial.budget.work = 100'000;
  for (const char* look : {"s.size() > 0", "s.charAt(49999) == 'a'", "bytes(s) != b''"}) {
    EXPECT_EQ(trial.Of("['" + Repeated("a", 50'000) + "'].all(s, lists.range(1000).all(i, " + look + "))"),
              "error: operation cancelled: actual cost limit exceeded")
        << look;
  }
}

// Operations with little or no cost in Kubernetes' cost model.
TEST(CelLimits, WorkThatCostsLittleIsCounted) {
  const std::string many = "lists.range(1000).map(x, '')";
  const std::string names = "['" + Repeated("a", 30'000) + "b', '" + Repeated("a", 30'000) + "c'].all(s, ";
  const std::string huge = "[[1, 1]]" + Repeated(".map(x, x + x)", 22);
  for (const std::string& text : {
           "[" + many + "].all(l, l.all(x, l.isSorted()))",
           "[" + many + "].all(l, l.all(x, l.max() == ''))",
           names + "lists.range(1000).all(i, s != ''))",
           names + "lists.range(1000).all(i, !(s in ['" + Repeated("a", 30'000) + "d'])))",
           names + "lists.range(1000).all(i, [url('/' + s)].all(u, u == u)))",
           huge + ".all(l, l.sum() > 0)",
           huge + ".all(l, l.isSorted())",
           huge + ".all(l, l.indexOf(1) == 0)",
           huge + ".all(l, l.slice(0, 4000000) == l)",
           huge + ".all(l, [l].flatten() == l)",
           std::string("lists.range(1000).all(i, !'a'.matches('(a?b){300}'.replace('?', string(i))))"),
           "lists.range(100).all(i, !('" + Repeated("a", 3'000) + "' + string(i)).matches('((a{3}){300}b)'))",
       }) {
    Trial trial;
    trial.budget.work = 1'000'000;
    const std::string found = trial.Of(text);
    EXPECT_TRUE(found.ends_with("actual cost limit exceeded") ||
                found.ends_with("actual memory limit exceeded"))
        << text.substr(0, 200) << ": " << found.substr(0, 200);
  }
}

TEST(CelLimits, StringsAndListsAreCountedDuringConstruction) {
  const std::string text = "['" + Repeated("a", 50'000) + "'].all(s, ";
  for (const std::string& made : {
           text + "s.replace('a', s).size() > 0)",
           text + "s.split('').map(x, s).join().size() > 0)",
           text + "'%s'.format([s.split('').map(x, s)]).size() > 0)",
           std::string("lists.range(50000000).size() > 0"),
           "[[1, 1]]" + Repeated(".map(x, x + x)", 24) + ".all(l, l.reverse().size() > 0)",
       }) {
    Trial trial;
    trial.budget.cost = ~uint64_t{0};
    EXPECT_EQ(trial.Of(made), "error: operation cancelled: actual memory limit exceeded")
        << made.substr(made.size() - 60);
  }
}

TEST(CelLimits, LookupsInConcatenatedListsAreFast) {
  EXPECT_EQ(Evaluate("[[0]].map(x, x" + Repeated(" + [1]", 200) + ")[0].sum()"), "200");
  EXPECT_EQ(Evaluate("([1, 2] + [3] + ([4] + [5]) + [6])" + Repeated(" + [7]", 8)),
            "[1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7]");
}

TEST(CelLimits, MacrosThatCopyTheirOperandAreBounded) {
  std::string text = "optional.of(1)";
  for (int i = 0; i < 60; ++i) {
    text += ".optMap(x, x)";
  }
  EXPECT_NE(Evaluate(text).find("expression is too large"), std::string::npos);
}

TEST(CelLimits, HugeRangesAndCountsFail) {
  EXPECT_NE(Evaluate("lists.range(9223372036854775807).size()").find("limit exceeded"), std::string::npos);
  EXPECT_NE(Evaluate("'%.1000000f'.format([1.0])").find("precision"), std::string::npos);
}

}  // namespace
}  // namespace kval::cel
