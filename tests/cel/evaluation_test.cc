#include <gtest/gtest.h>

#include "tests/cel/evaluate.h"

namespace kval::cel {
namespace {

struct Case {
  const char* text;
  const char* value;
};

TEST(CelEvaluation, Operators) {
  const Case cases[] = {
      {"1 + 2 * 3", "7"},
      {"-7 / 2", "-3"},
      {"-7 % 2", "-1"},
      {"7u - 5u", "2u"},
      {"'a' + 'b' == 'ab'", "true"},
      {"[1] + [2, 3]", "[1, 2, 3]"},
      {"b'a' < b'b'", "true"},
      {"2 in [1, 2]", "true"},
      {"'k' in {'k': 1}", "true"},
      {"1 < 2 ? 'yes' : 'no'", "\"yes\""},
      {"!false && !!true", "true"},
      {"--1", "1"},
      {"0x1F", "31"},
      {"1.5e3", "1500"},
      {"timestamp('2024-01-31T00:00:00Z') + duration('24h')", "2024-02-01T00:00:00Z"},
      {"timestamp('2024-03-01T00:00:00Z') - timestamp('2024-02-29T00:00:00Z')", "86400s"},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(Evaluate(each.text), each.value) << each.text;
  }
}

TEST(CelEvaluation, NumbersOfDifferentKindsAreCompared) {
  EXPECT_EQ(Evaluate("dyn(1) == 1.0"), "true");
  EXPECT_EQ(Evaluate("1 < 1.5 && 2u > 1"), "true");
  EXPECT_EQ(Evaluate("dyn(18446744073709551615u) == -1"), "false");
  EXPECT_EQ(Evaluate("dyn(0.0/0.0) == dyn(0.0/0.0)"), "false");
}

TEST(CelEvaluation, OverflowIsAnError) {
  EXPECT_EQ(Evaluate("9223372036854775807 + 1"), "error: integer overflow");
  EXPECT_EQ(Evaluate("1u - 2u"), "error: unsigned integer overflow");
  EXPECT_EQ(Evaluate("-9223372036854775808 / -1"), "error: integer overflow");
  EXPECT_EQ(Evaluate("1 / 0"), "error: division by zero");
  EXPECT_EQ(Evaluate("1 % 0"), "error: modulus by zero");
}

TEST(CelEvaluation, SkipsTheOperandOfInWithAnEmptyList) {
  EXPECT_EQ(Evaluate("1 / 0 in []"), "false");
  EXPECT_EQ(Evaluate("1 / 0 in [1]"), "error: division by zero");
  EXPECT_EQ(Evaluate("1 / 0 in dyn([])"), "error: division by zero");
  EXPECT_EQ(Evaluate("2 in [1 / 0, 2]"), "error: division by zero");
}

TEST(CelEvaluation, LogicLooksPastErrors) {
  EXPECT_EQ(Evaluate("1 / 0 == 1 || true"), "true");
  EXPECT_EQ(Evaluate("1 / 0 == 1 && false"), "false");
  EXPECT_EQ(Evaluate("1 / 0 == 1 || false"), "error: division by zero");
  EXPECT_EQ(Evaluate("[0, 1].exists(x, 1 / x == 1)"), "true");
  EXPECT_EQ(Evaluate("[0, 2].all(x, 1 / x == 1)"), "false");
}

TEST(CelEvaluation, Macros) {
  const Case cases[] = {
      {"[1, 2].all(x, x > 0)", "true"},
      {"[1, 2].exists_one(x, x > 1)", "true"},
      {"[1, 2, 3].filter(x, x != 2).map(x, x * 10)", "[10, 30]"},
      {"[1, 2, 3].map(x, x > 1, x * x)", "[4, 9]"},
      {"{'a': 1, 'b': 2}.all(k, k < 'c')", "true"},
      {"[5, 6].all(i, v, v == i + 5)", "true"},
      {"[5, 6].transformList(i, v, i * v)", "[0, 6]"},
      {"{'a': 1}.transformMap(k, v, v + 1)", "{\"a\": 2}"},
      {"['x'].transformMapEntry(i, v, {v: i})", "{\"x\": 0}"},
      {"[[1, 2], [3]].map(x, x.map(y, y + 1))", "[[2, 3], [4]]"},
      {"[3, 1, 2].sortBy(x, -x)", "[3, 2, 1]"},
      {"optional.of(2).optMap(x, x + 1).value()", "3"},
      {"optional.none().optFlatMap(x, optional.of(x)).hasValue()", "false"},
      {"{'a': {}}.?b[?string(1 / 0)].hasValue()", "false"},  // the index of a missing value is not evaluated
  };
  for (const Case& each : cases) {
    EXPECT_EQ(Evaluate(each.text), each.value) << each.text;
  }
}

TEST(CelEvaluation, LoopVariablesHideThoseOutside) {
  Trial trial;
  trial.With("x", &kIntType, Value::Int(1));
  EXPECT_EQ(trial.Of("[5].map(x, [7].map(x, x)[0] + x)[0] + x"), "13");
}

TEST(CelEvaluation, FieldsAndPresence) {
  Trial trial;
  trial.With("self", &kDynType, trial.Map({{Value::String("a"), trial.List({Value::Int(4)})}}));
  EXPECT_EQ(trial.Of("has(self.a) && !has(self.b)"), "true");
  EXPECT_EQ(trial.Of("self.a[0]"), "4");
  EXPECT_EQ(trial.Of("self.b"), "error: no such key: b");
  EXPECT_EQ(trial.Of("self.a[1]"), "error: index out of bounds: 1");
  EXPECT_EQ(trial.Of("self.?b.orValue(3)"), "3");
  EXPECT_EQ(trial.Of("self.?a[?1].hasValue()"), "false");
  EXPECT_EQ(trial.Of("self.a.b"), "error: unsupported index type 'string' in list");
  EXPECT_EQ(trial.Of("[?self.?a, ?self.?b].size()"), "1");
  EXPECT_EQ(trial.Of("{?'b': self.?b, 'c': dyn(1)}"), "{\"c\": 1}");
}

TEST(CelEvaluation, NamesWithDotsAndContainers) {
  Trial trial;
  trial.With("a.b", &kIntType, Value::Int(1)).With("b", &kIntType, Value::Int(2));
  EXPECT_EQ(trial.Of("a.b"), "1");
  trial.environment.set_container("a");
  EXPECT_EQ(trial.Of("b"), "1");
  EXPECT_EQ(trial.Of(".b"), "2");
}

TEST(CelEvaluation, WithoutChecksNamesFailWhenTheyAreRead) {
  Trial trial;
  trial.options.has_checks = false;
  EXPECT_EQ(trial.Of("missing || true"), "true");
  EXPECT_EQ(trial.Of("missing"), "error: no such attribute(s): missing");
  EXPECT_EQ(trial.Of("'a' > 1"), "error: no such overload: _>_");
}

TEST(CelEvaluation, StringsAreCodePoints) {
  EXPECT_EQ(Evaluate("'äß'.size()"), "2");
  EXPECT_EQ(Evaluate("size(bytes('ä'))"), "2");
  EXPECT_EQ(Evaluate(R"('\u00e4\x41\n\101' == 'äA
A')"),
            "22: Syntax error: token recognition error at: '''");
  EXPECT_EQ(Evaluate(R"('\u00e4\x41\101' == 'äAA')"), "true");
  EXPECT_EQ(Evaluate(R"(r'\n'.size())"), "2");
  EXPECT_EQ(Evaluate("'''a\r\nb'''.size()"), "3");
  EXPECT_EQ(Evaluate(R"(b'\xff'.size())"), "1");
}

TEST(CelEvaluation, CostIsThatOfKubernetes) {
  Trial trial;
  trial.With("self", &kDynType, trial.Map({{Value::String("names"), trial.List({Value::String("aaaa")})}}));
  trial.Of("1 == 1");
  EXPECT_EQ(trial.cost, 1u);
  trial.Of("self.names");
  EXPECT_EQ(trial.cost, 2u);
  trial.Of("[1, 2, 3].all(x, x > 0)");
  EXPECT_GT(trial.cost, 9u);
}

TEST(CelEvaluation, ResultsThatDependOnUnknownValuesAreUnknown) {
  static constexpr Error kUnknown{"user", 0, false, true};
  const Value unknown = Value::OfError(&kUnknown);
  Trial trial;
  const Value map =
      trial.Map({{Value::String("user"), unknown}, {Value::String("name"), Value::String("a")}});
  trial.With("request", &kDynType, map).With("user", &kDynType, unknown);
  const Case cases[] = {
      {"user == 1", "error: user"},
      {"request.user.name == 'a'", "error: user"},
      {"request.name == 'a' || request.user.name == 'b'", "true"},
      {"request.user.name == 'b' || request.name == 'a'", "true"},
      {"request.name == 'b' && user", "false"},
      {"request.missing == 1 || user", "error: user"},
      {"user || request.missing == 1", "error: user"},
      {"has(request.user)", "error: user"},
      {"'user' in request", "error: user"},
      {"request.?user.hasValue()", "error: user"},
      {"[1, 2].all(x, x > 0 || user)", "true"},
      {"[1, 2].exists(x, x > 2 || user)", "error: user"},
      {"[user].size()", "error: user"},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(trial.Of(each.text), each.value) << each.text;
  }
}

}  // namespace
}  // namespace kval::cel
