#include "src/check/fields.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/check/model_fixture.h"

namespace kval::check {
namespace {

class FieldsTest : public ModelTest {};

TEST_F(FieldsTest, ACursorFindsKeysInAnyOrder) {
  const types::TypeId text = Scalar(value::Kind::kString);
  std::vector<types::Field> fields;
  for (int i = 0; i < 20; ++i) {
    fields.push_back(FieldNamed("f" + std::to_string(i), text));
  }
  const types::TypeId id = RecordOf(std::move(fields));
  const auto& record = std::get<types::Record>(model.Get(id).shape);
  FieldCursor cursor(model, record);
  for (const char* name : {"f0", "f1", "f7", "f8", "other", "f9", "f3", "f19", "f0"}) {
    const types::Field* found = cursor.Find(*build.String(name));
    if (std::string(name) == "other") {
      EXPECT_EQ(found, nullptr);
    } else {
      ASSERT_NE(found, nullptr) << name;
      EXPECT_EQ(interner.Text(found->name), name);
    }
  }
}

TEST_F(FieldsTest, AStringAndANumberAreDifferentKeys) {
  const types::TypeId id = RecordOf({FieldNamed("1", Scalar(value::Kind::kString))});
  FieldCursor cursor(model, std::get<types::Record>(model.Get(id).shape));
  EXPECT_EQ(cursor.Find(*build.Int(1)), nullptr);
  EXPECT_NE(cursor.Find(*build.String("1")), nullptr);
}

}  // namespace
}  // namespace kval::check
