#include <gmock/gmock.h>

#include "tests/check/model_fixture.h"

namespace kval::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using value::Kind;

class RulesTest : public ModelTest {
 protected:
  // Returns the findings for one value under one rule.
  std::vector<std::string> GetIndex(types::Test test, const value::Value* value, std::string message = {}) {
    const types::TypeId type = Of(types::Any{});
    AddRule(type, std::move(test), std::move(message));
    SetRoot(RecordOf({FieldNamed("v", type)}));
    return Check(Map({{"v", value}}));
  }
};

TEST_F(RulesTest, BoundsCompareNumbersAndStrings) {
  EXPECT_THAT(GetIndex(types::Minimum{Int(3)}, Int(3)), IsEmpty());
  EXPECT_THAT(GetIndex(types::Minimum{Int(3)}, Int(2)), ElementsAre("v: 2 is less than the minimum of 3"));
  EXPECT_THAT(GetIndex(types::Maximum{Int(3)}, build.Float(3.5)),
              ElementsAre("v: 3.5 is greater than the maximum of 3"));
  EXPECT_THAT(GetIndex(types::Minimum{Text("b")}, Text("a")),
              ElementsAre("v: \"a\" is less than the minimum of \"b\""));
  EXPECT_THAT(GetIndex(types::Minimum{Int(1)}, Text("a")),
              ElementsAre("v: must be: a value >= 1, found: string, which cannot be compared (>= integer)"));
}

TEST_F(RulesTest, LengthsCountBytesItemsAndEntries) {
  EXPECT_THAT(GetIndex(types::MinLength{6}, Text("äöü")), IsEmpty());
  EXPECT_THAT(GetIndex(types::MaxLength{1}, List({Int(1), Int(2)})),
              ElementsAre("v: has 2 items, at most 1 is allowed"));
  EXPECT_THAT(GetIndex(types::MinLength{1}, Map({})), ElementsAre("v: is empty, at least 1 key is required"));
  EXPECT_THAT(GetIndex(types::MinLength{1}, Int(5)),
              ElementsAre("v: must be: length >= 1, found: integer, which has no length"));
}

TEST_F(RulesTest, OneOfComparesByValue) {
  EXPECT_THAT(GetIndex(types::OneOf{{Int(1), Text("a")}}, build.Float(1.0)), IsEmpty());
  EXPECT_THAT(GetIndex(types::OneOf{{Text("a"), Text("b")}}, Text("c")),
              ElementsAre("v: \"c\" is not one of [\"a\", \"b\"]"));
}

TEST_F(RulesTest, OneNotNullLooksAtTheNamedKeys) {
  EXPECT_THAT(GetIndex(types::OneNotNull{{"a", "b"}}, Map({{"a", Int(1)}, {"b", Null()}, {"c", Int(2)}})),
              IsEmpty());
  EXPECT_THAT(
      GetIndex(types::OneNotNull{{}}, Map({{"a", Int(1)}, {"b", Int(2)}})),
      ElementsAre(
          "v: must be: exactly one of all children to be not null, found: [\"a\", \"b\"] are not null"));
  EXPECT_THAT(GetIndex(types::OneNotNull{{}}, Map({})),
              ElementsAre("v: must be: exactly one of all children to be not null, found: value is empty"));
}

TEST_F(RulesTest, OnlyNotNullIsEvaluatedForNull) {
  EXPECT_THAT(GetIndex(types::MinLength{1}, Null()), IsEmpty());
  EXPECT_THAT(GetIndex(types::NotNull{}, Null()), ElementsAre("v: must not be null"));
}

TEST_F(RulesTest, UniqueFindsEqualItems) {
  EXPECT_THAT(GetIndex(types::Unique{}, List({Int(1), Int(2), Text("1")})), IsEmpty());
  EXPECT_THAT(GetIndex(types::Unique{}, List({Int(1), Text("a"), build.Float(1.0)})),
              ElementsAre("v: items 0 and 2 are both 1.0, but items must be unique"));
}

TEST_F(RulesTest, TextRulesQuoteWhatIsFound) {
  EXPECT_THAT(GetIndex(types::Prefix{"https://"}, Text("http://x")),
              ElementsAre("v: \"http://x\" does not start with `https://`"));
  EXPECT_THAT(GetIndex(types::Suffix{".com"}, Text("a.org")),
              ElementsAre("v: \"a.org\" does not end with `.com`"));
  EXPECT_THAT(GetIndex(types::MatchesRegex{*types::Pattern::Compile("^[a-z]+$")}, Text("A")),
              ElementsAre("v: \"A\" does not match `^[a-z]+$`"));
}

TEST_F(RulesTest, FormatViolationsGiveTheReason) {
  EXPECT_THAT(GetIndex(types::Format{"ipv4"}, Text("10.0.0.1")), IsEmpty());
  EXPECT_EQ(GetIndex(types::Format{"ipv4"}, Text("10.0.0.256")).size(), 1U);
}

TEST_F(RulesTest, TheAuthorsWordsReplaceKvals) {
  EXPECT_THAT(GetIndex(types::Minimum{Int(1024)}, Int(80), "a port above 1023"),
              ElementsAre("v: must be: a port above 1023, found: 80"));
}

TEST_F(RulesTest, RulesAreNotEvaluatedForAWrongShape) {
  const types::TypeId type = Scalar(Kind::kInt);
  AddRule(type, types::Minimum{Int(3)});
  SetRoot(RecordOf({FieldNamed("v", type), FieldNamed("w", type)}));
  EXPECT_THAT(Check(Map({{"v", Text("x")}, {"w", Int(1)}})),
              ElementsAre("v: expected integer, found string", "w: 1 is less than the minimum of 3"));
}

class NeverHolds final : public types::Predicate {
 public:
  types::PredicateResult Test(const value::Value& /*subject*/,
                              const types::RuleScope& /*scope*/) const override {
    types::PredicateResult verdict;
    verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
    return verdict;
  }
  std::string Describe() const override { return "never"; }
};

TEST_F(RulesTest, UnevaluatedRulesSkipCollectionsWithErrors) {
  const types::TypeId inner = RecordOf({FieldNamed("n", Scalar(Kind::kInt))});
  AddRule(inner, types::Custom{std::make_shared<NeverHolds>()});
  AddRule(inner, types::MinLength{2});
  SetRoot(RecordOf({FieldNamed("a", inner), FieldNamed("b", inner)}));
  EXPECT_THAT(Check(Map({{"a", Map({{"n", Text("x")}})}, {"b", Map({{"n", Int(1)}})}})),
              ElementsAre("a.n: expected integer, found string", "a: has 1 key, at least 2 are required",
                          "b: must be: never", "b: has 1 key, at least 2 are required"));
}

TEST_F(RulesTest, NothingIsSaidAboutWhatCouldNotBeRead) {
  const types::TypeId number = Scalar(Kind::kInt);
  AddRule(number, types::NotNull{});
  AddRule(number, types::Minimum{Int(3)});
  const types::TypeId inner = RecordOf({FieldNamed("n", number)});
  AddRule(inner, types::Custom{std::make_shared<NeverHolds>()});
  AddRule(inner, types::MinLength{2});
  const types::TypeId other = RecordOf({FieldNamed("m", number, nullptr, types::FieldPresence::kRequired)});
  SetRoot(RecordOf({FieldNamed("a", inner), FieldNamed("b", other), FieldNamed("c", number)}));
  // `a` contains an unread value, `b` was read only in part, and `c` was read completely.
  EXPECT_THAT(Check(Map({{"a", Map({{"n", build.MakeUnreadable(*Null())}})},
                         {"b", build.MakePartial(*Map({}))},
                         {"c", Int(1)}})),
              ElementsAre("a: has 1 key, at least 2 are required", "c: 1 is less than the minimum of 3"));
}

TEST_F(RulesTest, NothingIsAddedWhereTheTextHasAGap) {
  SetRoot(
      RecordOf({FieldNamed("a", Scalar(Kind::kInt), Int(1)), FieldNamed("b", Scalar(Kind::kInt), Int(2))}));
  const value::Value* whole = Complete(*Map({{"a", Int(3)}}), model, arena);
  const value::Value* partial = Complete(*build.MakePartial(*Map({{"a", Int(3)}})), model, arena);
  EXPECT_EQ(whole->entries().size(), 2U);
  EXPECT_EQ(partial->entries().size(), 1U);
}

}  // namespace
}  // namespace kval::check
