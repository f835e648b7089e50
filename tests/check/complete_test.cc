#include "src/value/compare.h"
#include "tests/check/model_fixture.h"

namespace kval::check {
namespace {

using value::Kind;

class CompleteTest : public ModelTest {
 protected:
  std::string Completed(const value::Value* document) {
    return value::Abbreviate(*Complete(*document, model, arena), 500);
  }
};

TEST_F(CompleteTest, AddsMissingKeysAfterGivenOnes) {
  SetRoot(
      RecordOf({FieldNamed("a", Scalar(Kind::kInt), Int(1)), FieldNamed("b", Scalar(Kind::kInt), Int(2))}));
  EXPECT_EQ(Completed(Map({{"b", Int(9)}})), "{\"b\": 9, \"a\": 1}");
}

TEST_F(CompleteTest, FillsItemsOfArrays) {
  const types::TypeId item = RecordOf({FieldNamed("name", Scalar(Kind::kString), Text(""))});
  SetRoot(RecordOf({FieldNamed("l", Of(types::List{item}))}));
  EXPECT_EQ(Completed(Map({{"l", List({Map({})})}})), "{\"l\": [{\"name\": \"\"}]}");
}

TEST_F(CompleteTest, AMissingRecordIsItsFieldsDefaultsAndAMissingListIsEmpty) {
  const types::TypeId inner = RecordOf({FieldNamed("x", Scalar(Kind::kInt), Int(1))});
  SetRoot(RecordOf({FieldNamed("r", inner), FieldNamed("l", Of(types::List{inner}))}));
  EXPECT_EQ(Completed(Map({})), "{\"r\": {\"x\": 1}, \"l\": []}");
}

TEST_F(CompleteTest, ADefaultIsCompletedItself) {
  const types::TypeId inner =
      RecordOf({FieldNamed("x", Scalar(Kind::kInt), Int(1)), FieldNamed("y", Scalar(Kind::kInt), Int(2))});
  SetRoot(RecordOf({FieldNamed("r", inner, Map({{"y", Int(5)}}))}));
  EXPECT_EQ(Completed(Map({})), "{\"r\": {\"y\": 5, \"x\": 1}}");
}

TEST_F(CompleteTest, OptionalKeysAreNotAddedButFilledWhenPresent) {
  const types::TypeId inner = RecordOf({FieldNamed("x", Scalar(Kind::kInt), Int(1))});
  SetRoot(RecordOf({FieldNamed("r", inner, nullptr, types::FieldPresence::kOptional)}));
  EXPECT_EQ(Completed(Map({})), "{}");
  EXPECT_EQ(Completed(Map({{"r", Map({})}})), "{\"r\": {\"x\": 1}}");
}

TEST_F(CompleteTest, CompleteSubtreesAreShared) {
  SetRoot(RecordOf({FieldNamed("a", Scalar(Kind::kInt), Int(1))}));
  const value::Value* document = Map({{"a", Int(2)}});
  EXPECT_EQ(Complete(*document, model, arena), document);
}

TEST_F(CompleteTest, WrongShapesAreUnchanged) {
  SetRoot(RecordOf({FieldNamed("a", RecordOf({FieldNamed("x", Scalar(Kind::kInt), Int(1))}))}));
  EXPECT_EQ(Completed(Map({{"a", Int(2)}})), "{\"a\": 2}");
}

}  // namespace
}  // namespace kval::check
