#include <gmock/gmock.h>

#include "tests/check/model_fixture.h"

namespace kval::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using value::Kind;

class AssertionsTest : public ModelTest {
 protected:
  types::TypeId Asserting(types::Assertion assertion) {
    const types::TypeId type = Of(types::Any{});
    types::Type made = model.Get(type);
    types::Rule rule;
    rule.test = types::Test(std::move(assertion));
    rule.kinds = types::ValueKindSet::All();
    made.rules.push_back(model.Add(std::move(rule)));
    model.Define(type, std::move(made));
    return type;
  }
  std::vector<std::string> GetIndex(types::Assertion assertion, const value::Value* value) {
    SetRoot(Asserting(std::move(assertion)));
    return Check(value);
  }
  types::TypeId AtLeast(int64_t bound) {
    const types::TypeId type = Scalar(Kind::kInt);
    AddRule(type, types::Minimum{Int(bound)});
    return type;
  }
};

TEST_F(AssertionsTest, AllOfReportsWhatEachFinds) {
  EXPECT_THAT(GetIndex(types::AllOf{{AtLeast(1), AtLeast(5)}}, Int(7)), IsEmpty());
  EXPECT_THAT(GetIndex(types::AllOf{{AtLeast(1), AtLeast(5)}}, Int(3)),
              ElementsAre(": 3 is less than the minimum of 5"));
  EXPECT_THAT(GetIndex(types::AllOf{{AtLeast(1), AtLeast(5)}}, Text("x")),
              ElementsAre(": expected integer, found string"));
}

TEST_F(AssertionsTest, AnyOfCountsRulesAndExplainsTheLikelyVariant) {
  const types::AnyOf any{{AtLeast(5), Scalar(Kind::kString)}};
  EXPECT_THAT(GetIndex(any, Text("x")), IsEmpty());
  EXPECT_THAT(GetIndex(any, Int(9)), IsEmpty());
  EXPECT_THAT(GetIndex(any, Int(3)), ElementsAre(": 3 is less than the minimum of 5; also allowed: string"));
  EXPECT_THAT(GetIndex(any, build.Bool(true)), ElementsAre(": expected integer or string, found boolean"));
  EXPECT_THAT(GetIndex(types::AnyOf{{AtLeast(5), AtLeast(6)}}, Int(1)),
              ElementsAre(": value fits none of the 2 schemas that are allowed here"));
}

TEST_F(AssertionsTest, ExactlyOneRefusesTwo) {
  const types::ExactlyOne one{{AtLeast(1), AtLeast(5)}};
  EXPECT_THAT(GetIndex(one, Int(3)), IsEmpty());
  EXPECT_THAT(GetIndex(one, Int(7)), ElementsAre(": value matches 2 of 2 schemas, and exactly 1 must match"));
}

TEST_F(AssertionsTest, NotRefusesWhatFits) {
  EXPECT_THAT(GetIndex(types::Not{Scalar(Kind::kInt)}, Text("x")), IsEmpty());
  EXPECT_THAT(GetIndex(types::Not{Scalar(Kind::kInt)}, Int(1)), ElementsAre(": value must not be integer"));
}

TEST_F(AssertionsTest, IfChoosesABranch) {
  const types::IfThenElse choice{Scalar(Kind::kInt), AtLeast(5), Scalar(Kind::kString)};
  EXPECT_THAT(GetIndex(choice, Int(6)), IsEmpty());
  EXPECT_THAT(GetIndex(choice, Int(1)), ElementsAre(": 1 is less than the minimum of 5"));
  EXPECT_THAT(GetIndex(choice, Text("x")), IsEmpty());
  EXPECT_THAT(GetIndex(choice, build.Bool(true)), ElementsAre(": expected string, found boolean"));
}

TEST_F(AssertionsTest, KeysMayRequireKeys) {
  EXPECT_THAT(GetIndex(types::RequiredKeys{{"a", "b"}}, Map({{"a", Int(1)}})),
              ElementsAre("b: required key `b` is missing"));
  EXPECT_THAT(GetIndex(types::DependentKeys{"a", {"b"}}, Map({{"c", Int(1)}})), IsEmpty());
  EXPECT_THAT(GetIndex(types::DependentKeys{"a", {"b"}}, Map({{"a", Int(1)}})),
              ElementsAre("b: key `b` is missing, which `a` requires"));
  EXPECT_THAT(GetIndex(types::DependentType{"a", Scalar(Kind::kInt)}, Map({{"a", Int(1)}})),
              ElementsAre(": expected integer, found map"));
}

TEST_F(AssertionsTest, ContainsCountsItems) {
  EXPECT_THAT(GetIndex(types::Contains{AtLeast(5)}, List({Int(1), Int(6)})), IsEmpty());
  EXPECT_THAT(GetIndex(types::Contains{AtLeast(5)}, List({Int(1)})),
              ElementsAre(": expected at least 1 item as the schema describes in the array, found 0"));
}

TEST_F(AssertionsTest, KeyNamesAreValidatedLikeValues) {
  const types::TypeId brief = Scalar(Kind::kString);
  AddRule(brief, types::MaxLength{3});
  EXPECT_THAT(GetIndex(types::KeyNames{brief}, Map({{"abc", Int(1)}, {"abcd", Int(1)}})),
              ElementsAre("abcd: key `abcd` is not allowed here"));
}

TEST_F(AssertionsTest, UnevaluatedKeysAreRejected) {
  types::Record open;
  open.fields = {FieldNamed("a", Scalar(Kind::kInt), nullptr, types::FieldPresence::kOptional)};
  open.open = true;
  const types::TypeId type = Asserting(types::AllOf{{Of(open)}});
  AddRule(type, types::Assertion(types::UnevaluatedKeys{Of(types::Never{})}));
  SetRoot(type);
  EXPECT_THAT(Check(Map({{"a", Int(1)}})), IsEmpty());
  EXPECT_THAT(Check(Map({{"a", Int(1)}, {"b", Int(1)}})),
              ElementsAre("b: key `b` is not declared in the schema"));
}

TEST_F(AssertionsTest, NothingFitsNever) {
  SetRoot(RecordOf({FieldNamed("a", Of(types::Never{}), nullptr, types::FieldPresence::kOptional)}));
  EXPECT_THAT(Check(Map({})), IsEmpty());
  EXPECT_THAT(Check(Map({{"a", Int(1)}})), ElementsAre("a: the schema allows no value here"));
}

TEST_F(AssertionsTest, MultiplesAreExact) {
  const types::TypeId type = Scalar(Kind::kFloat);
  AddRule(type, types::MultipleOf{build.Float(0.01)});
  SetRoot(type);
  EXPECT_THAT(Check(build.Float(0.07)), IsEmpty());
  EXPECT_THAT(Check(build.Float(4.35)), IsEmpty());
  EXPECT_THAT(Check(build.Float(0.075)), ElementsAre(": 0.075 is not a multiple of 0.01"));
}

TEST_F(AssertionsTest, AValueOfAnotherKindPassesWhereOthersPass) {
  types::Type type;
  types::Record record;
  record.fields = {FieldNamed("a", Scalar(Kind::kInt))};
  type.shape = std::move(record);
  type.ignores_other_kinds = true;
  SetRoot(model.Add(type));
  EXPECT_THAT(Check(Text("x")), IsEmpty());
  EXPECT_THAT(Check(Map({{"a", Text("x")}})), ElementsAre("a: expected integer, found string"));
}

TEST_F(AssertionsTest, AdditionalKeyRulesApplyNextToFields) {
  types::Record record;
  record.fields = {FieldNamed("ab", Scalar(Kind::kInt), nullptr, types::FieldPresence::kOptional)};
  types::KeyRule rule;
  rule.allowed = *types::KeySearch::Make("^a");
  rule.value = AtLeast(5);
  rule.additional = true;
  record.key_rules.push_back(rule);
  SetRoot(Of(record));
  EXPECT_THAT(Check(Map({{"ab", Int(9)}, {"ac", Int(9)}})), IsEmpty());
  EXPECT_THAT(Check(Map({{"ab", Int(1)}, {"ac", Int(9)}})),
              ElementsAre("ab: 1 is less than the minimum of 5"));
}

}  // namespace
}  // namespace kval::check
