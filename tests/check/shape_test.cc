#include <gmock/gmock.h>

#include "tests/check/model_fixture.h"

namespace kval::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using value::Kind;

class ShapeTest : public ModelTest {};

TEST_F(ShapeTest, AcceptsValuesOfTheDeclaredTypes) {
  SetRoot(RecordOf({FieldNamed("port", Scalar(Kind::kInt)), FieldNamed("name", Scalar(Kind::kString))}));
  EXPECT_THAT(Check(Map({{"port", Int(1)}, {"name", Text("a")}})), IsEmpty());
}

TEST_F(ShapeTest, ReportsEveryMismatchInOneRun) {
  SetRoot(RecordOf({FieldNamed("port", Scalar(Kind::kInt)), FieldNamed("name", Scalar(Kind::kString))}));
  EXPECT_THAT(Check(Map({{"port", Text("x")}, {"name", Int(1)}})),
              ElementsAre("port: expected integer, found string", "name: expected string, found integer"));
}

TEST_F(ShapeTest, TakesAnIntegerForAFloatButNoFloatForAnInteger) {
  SetRoot(RecordOf({FieldNamed("f", Scalar(Kind::kFloat)), FieldNamed("i", Scalar(Kind::kInt))}));
  EXPECT_THAT(Check(Map({{"f", Int(1)}, {"i", build.Float(1.5, NextSpan())}})),
              ElementsAre("i: expected integer, found float"));
}

TEST_F(ShapeTest, AllowsNullOnlyWhereNullable) {
  SetRoot(
      RecordOf({FieldNamed("a", Of(types::Scalar{Kind::kInt}, true)), FieldNamed("b", Scalar(Kind::kInt))}));
  EXPECT_THAT(Check(Map({{"a", Null()}, {"b", Null()}})), ElementsAre("b: expected integer, found null"));
}

TEST_F(ShapeTest, OneMistakeInASubtreeIsOneFinding) {
  SetRoot(RecordOf({FieldNamed("db", RecordOf({FieldNamed("host", Scalar(Kind::kString))}))}));
  EXPECT_THAT(Check(Map({{"db", List({Int(1), Int(2)})}})), ElementsAre("db: expected map, found array"));
}

TEST_F(ShapeTest, NamesItemsByIndex) {
  SetRoot(RecordOf({FieldNamed("l", Of(types::List{Scalar(Kind::kInt)}))}));
  EXPECT_THAT(Check(Map({{"l", List({Int(1), Text("x"), Int(2), Text("y")})}})),
              ElementsAre("l[1]: expected integer, found string", "l[3]: expected integer, found string"));
}

TEST_F(ShapeTest, MisspeltRequiredKeyIsOneFinding) {
  SetRoot(RecordOf({FieldNamed("replicas", Scalar(Kind::kInt), nullptr, types::FieldPresence::kRequired)}));
  EXPECT_THAT(Check(Map({{"replcas", Int(1)}})),
              ElementsAre("replcas: key `replcas` is not declared in the schema"));
}

TEST_F(ShapeTest, MissingRequiredKeyIsReported) {
  SetRoot(RecordOf({FieldNamed("a", Scalar(Kind::kInt), nullptr, types::FieldPresence::kRequired),
                    FieldNamed("b", Scalar(Kind::kInt), nullptr, types::FieldPresence::kOptional)}));
  EXPECT_THAT(Check(Map({})), ElementsAre("a: required key `a` is missing"));
}

TEST_F(ShapeTest, UnionTakesAnyArmAndNamesAllOfThem) {
  const types::TypeId choice = Of(types::Union{{Scalar(Kind::kInt), Scalar(Kind::kString)}});
  SetRoot(RecordOf({FieldNamed("a", choice), FieldNamed("b", choice), FieldNamed("c", choice)}));
  EXPECT_THAT(Check(Map({{"a", Int(1)}, {"b", Text("x")}, {"c", build.Bool(true, NextSpan())}})),
              ElementsAre("c: expected integer or string, found boolean"));
}

TEST_F(ShapeTest, UnionWithOneMapMemberReportsTheMapViolation) {
  const types::TypeId map = RecordOf({FieldNamed("host", Scalar(Kind::kString))});
  SetRoot(RecordOf({FieldNamed("a", Of(types::Union{{Scalar(Kind::kString), map}}))}));
  EXPECT_THAT(Check(Map({{"a", Map({{"host", Int(1)}})}})),
              ElementsAre("a.host: expected string, found integer"));
}

TEST_F(ShapeTest, KeyRuleCountsKeys) {
  types::Record record;
  types::KeyRule rule;
  rule.counts = {{1, 1}};
  rule.value = Scalar(Kind::kInt);
  rule.name = "_";
  record.key_rules.push_back(rule);
  SetRoot(Of(record));
  EXPECT_THAT(Check(Map({{"x", Int(1)}})), IsEmpty());
  EXPECT_THAT(Check(Map({})), ElementsAre(": expected exactly 1 key for `_`, found 0"));
  EXPECT_THAT(Check(Map({{"x", Int(1)}, {"y", Text("z")}})),
              ElementsAre("y: expected integer, found string", ": expected exactly 1 key for `_`, found 2"));
}

TEST_F(ShapeTest, RecursiveTypesAreChecked) {
  const types::TypeId node = Of(types::Any{});
  types::Record record;
  record.fields = {FieldNamed("next", Of(types::Named{interner.Intern("Node"), node}, true), nullptr,
                              types::FieldPresence::kOptional)};
  types::Type type;
  type.shape = record;
  model.Define(node, type);
  SetRoot(node);
  EXPECT_THAT(Check(Map({{"next", Map({{"next", Int(1)}})}})),
              ElementsAre("next.next: expected map, found integer"));
}

TEST_F(ShapeTest, TheSameErrorIsReportedOnceForSeveralLayers) {
  SetRoot(RecordOf({FieldNamed("a", Scalar(Kind::kInt))}));
  diag::Collector collector;
  diag::Emitter emit(&collector);
  ValidationState worker;
  const value::Value* document = Map({{"a", Text("x")}});
  EXPECT_FALSE(findings::ReportShapeViolations(*document, model, {}, worker, emit));
  EXPECT_FALSE(findings::ReportShapeViolations(*document, model, {}, worker, emit));
  EXPECT_EQ(collector.diagnostics().size(), 1U);
}

}  // namespace
}  // namespace kval::check
