#include "src/types/model.h"

#include <gtest/gtest.h>

#include "src/value/builder.h"

namespace kval::types {
namespace {

class ModelTest : public testing::Test {
 protected:
  TypeId Add(Shape shape, bool nullable = false) {
    Type type;
    type.shape = std::move(shape);
    type.nullable = nullable;
    return model.Add(std::move(type));
  }
  Field FieldNamed(std::string_view name, TypeId type, const value::Value* fallback = nullptr) {
    Field field;
    field.name = interner.Intern(name);
    field.key = build.String(name);
    field.type = type;
    field.fallback.value = fallback;
    return field;
  }

  Interner interner;
  Arena arena;
  value::Builder build{&arena};
  Model model{&interner};
};

TEST_F(ModelTest, NamesTypesForPeople) {
  const TypeId integer = Add(Scalar{value::Kind::kInt});
  const TypeId text = Add(Scalar{value::Kind::kString});
  EXPECT_EQ(TypeName(model, integer), "integer");
  EXPECT_EQ(TypeName(model, Add(List{integer})), "array");
  EXPECT_EQ(TypeName(model, Add(Union{{integer, text, integer}})), "integer or string");
  EXPECT_EQ(TypeName(model, Add(Named{interner.Intern("N"), text})), "string");
  EXPECT_EQ(TypeName(model, Add(Literal{build.String("a")})), "\"a\"");
}

TEST_F(ModelTest, DumpShowsTypesDefaultsAndRules) {
  const TypeId port = Add(Scalar{value::Kind::kInt});
  Type with_rule = model.Get(port);
  Rule rule;
  rule.test = Minimum{build.Int(1)};
  with_rule.rules.push_back(model.Add(std::move(rule)));
  model.Define(port, with_rule);
  Record record;
  record.fields = {FieldNamed("port", port, build.Int(80)),
                   FieldNamed("name", Add(Scalar{value::Kind::kString}, true))};
  record.fields.Edit()[1].presence = FieldPresence::kOptional;
  Field root;
  root.type = Add(std::move(record));
  model.SetRoot(root);
  EXPECT_EQ(Dump(model),
            "document: map\n"
            "  \"port\": integer = 80\n"
            "    rule min 1\n"
            "  \"name\" (optional): string?\n");
}

TEST_F(ModelTest, CopiesOfFieldsAreSharedUntilOneIsEdited) {
  FieldList fields;
  for (int i = 0; i < 20; ++i) {
    fields.push_back(FieldNamed("f" + std::to_string(i), TypeId{i}));
  }
  fields.Index();
  FieldList copy = fields;
  EXPECT_EQ(copy.begin(), fields.begin());
  EXPECT_EQ(copy.Find(interner.Intern("f7")), &fields[7]);
  copy.Edit()[7].name = interner.Intern("other");
  EXPECT_NE(copy.begin(), fields.begin());
  EXPECT_EQ(fields.Find(interner.Intern("f7")), &fields[7]);
  EXPECT_EQ(copy.Find(interner.Intern("f7")), nullptr);
  EXPECT_EQ(copy.Find(interner.Intern("other")), &copy[7]);
}

TEST_F(ModelTest, TypesThatShareFieldsAreWrittenAsOne) {
  const TypeId node = Add(Any{});
  Record record;
  record.fields = {FieldNamed("next", node)};
  Type type;
  type.shape = record;
  model.Define(node, std::move(type));
  // Another type with the same fields but different properties.
  Type same = model.Get(node);
  same.nullable = true;
  Field root;
  root.type = model.Add(std::move(same));
  model.SetRoot(root);
  EXPECT_EQ(MeaningOf(model.Get(root.type)), MeaningOf(model.Get(node)));
  EXPECT_EQ(Dump(model), "document: map?\n  \"next\": map (recursive)\n");
}

TEST_F(ModelTest, DumpOfARecursiveTypeEnds) {
  const TypeId node = Add(Any{});
  Record record;
  record.fields = {FieldNamed("next", node)};
  Type type;
  type.shape = std::move(record);
  model.Define(node, std::move(type));
  Field root;
  root.type = node;
  model.SetRoot(root);
  EXPECT_EQ(Dump(model), "document: map\n  \"next\": map (recursive)\n");
}

TEST_F(ModelTest, FindsFieldsOfLargeRecords) {
  Record record;
  for (int i = 0; i < 1000; ++i) {
    record.fields.push_back(FieldNamed("k" + std::to_string(i), TypeId{}));
  }
  const TypeId id = Add(std::move(record));
  const auto& added = std::get<Record>(model.Get(id).shape);
  EXPECT_EQ(added.Find(interner.Find("k777")), &added.fields[777]);
  EXPECT_EQ(added.Find(interner.Intern("other")), nullptr);
}

TEST(Pattern, MatchesAnywhereAndRefusesMalformedOnes) {
  const Result<Pattern> pattern = Pattern::Compile("b+");
  ASSERT_TRUE(pattern.ok());
  EXPECT_TRUE(pattern->Matches("abbc"));
  EXPECT_FALSE(pattern->Matches("ac"));
  EXPECT_FALSE(Pattern::Compile("(?=x)").ok());
}

}  // namespace
}  // namespace kval::types
