#include "src/lang/kcl/sema/type_table.h"
#include "src/lang/kcl/sema/program.h"
#include "src/lang/kcl/sema/subsumption.h"

#include <gtest/gtest.h>

#include <vector>

namespace kval::kcl {
namespace {

class TypeTableTest : public ::testing::Test {
 protected:
  const Type* UnionOf(std::vector<const Type*> members) { return types_.Union(members); }

  Arena arena_;
  Interner names_;
  TypeTable types_{&arena_, &names_};
};

TEST_F(TypeTableTest, EqualTypesAreOne) {
  EXPECT_EQ(types_.List(types_.integer()), types_.List(types_.integer()));
  EXPECT_EQ(types_.StrLiteral("a"), types_.StrLiteral("a"));
  EXPECT_EQ(UnionOf({types_.integer(), types_.string()}), UnionOf({types_.integer(), types_.string()}));
}

TEST_F(TypeTableTest, UnionsAreFlat) {
  const Type* inner = UnionOf({types_.integer(), types_.string()});
  EXPECT_EQ(UnionOf({inner, types_.integer()}), inner);
  EXPECT_EQ(UnionOf({types_.integer(), types_.integer()}), types_.integer());
  EXPECT_EQ(UnionOf({}), types_.any());
}

TEST_F(TypeTableTest, Assignability) {
  const auto fits = [&](const Type* from, const Type* to) { return Assignable(from, to); };
  EXPECT_TRUE(fits(types_.any(), types_.integer()));
  EXPECT_TRUE(fits(types_.integer(), types_.any()));
  EXPECT_TRUE(fits(types_.none(), types_.integer()));
  EXPECT_TRUE(fits(types_.integer(), types_.floating()));
  EXPECT_FALSE(fits(types_.floating(), types_.integer()));
  EXPECT_TRUE(fits(types_.IntLiteral(1), types_.integer()));
  EXPECT_TRUE(fits(types_.BoolLiteral(true), types_.floating()));
  EXPECT_FALSE(fits(types_.IntLiteral(1), types_.IntLiteral(2)));
  EXPECT_FALSE(fits(types_.StrLiteral("a"), types_.integer()));
  EXPECT_TRUE(fits(types_.StrLiteral("int"), types_.integer()));  // KCL's quirk
  EXPECT_TRUE(fits(types_.List(types_.IntLiteral(1)), types_.List(types_.floating())));
  EXPECT_TRUE(fits(types_.integer(), UnionOf({types_.string(), types_.integer()})));
  EXPECT_FALSE(fits(UnionOf({types_.string(), types_.integer()}), types_.integer()));
  EXPECT_TRUE(fits(types_.MultiplierLiteral(1, NumberUnit::kMi), types_.number_multiplier()));
  EXPECT_FALSE(fits(types_.number_multiplier(), types_.MultiplierLiteral(1, NumberUnit::kMi)));
  EXPECT_FALSE(fits(types_.Module("m", -1), types_.any()));
}

TEST_F(TypeTableTest, SupOfManySchemasLeavesOutTheirHeirs) {
  std::vector<Schema> schemas(300);
  std::vector<const Type*> instances;
  std::vector<const Type*> expected;
  for (size_t i = 0; i < schemas.size(); ++i) {
    schemas[i].base = i % 3 == 0 ? nullptr : &schemas[i - 1];
  }
  for (size_t i = schemas.size(); i > 0; --i) {
    instances.push_back(types_.OfSchema(&schemas[i - 1], true));
    if (i % 3 == 1) {
      expected.push_back(instances.back());
    }
  }
  instances.insert(instances.begin() + 7, types_.integer());
  instances.push_back(types_.floating());
  expected.push_back(types_.floating());  // an int fits it
  EXPECT_EQ(types_.Sup(instances), UnionOf(expected));
}

TEST_F(TypeTableTest, SupLeavesOutWhatIsCovered) {
  EXPECT_EQ(types_.Sup(types_.IntLiteral(1), types_.integer()), types_.integer());
  EXPECT_EQ(types_.Text(types_.Sup(types_.IntLiteral(1), types_.StrLiteral("a"))), "int(1) | str(a)");
  EXPECT_EQ(types_.Sup(types_.integer(), types_.any()), types_.any());
  EXPECT_EQ(types_.Sup(types_.IntLiteral(1), types_.FloatLiteral(2)), types_.FloatLiteral(2));
  EXPECT_EQ(types_.Sup(types_.StrLiteral("a"), types_.IntLiteral(1)),
            types_.Sup(types_.StrLiteral("a"), types_.Sup(types_.StrLiteral("a"), types_.IntLiteral(1))));
}

TEST_F(TypeTableTest, LongListsOfLiteralsAreWidened) {
  std::vector<const Type*> literals;
  for (int64_t i = 0; i < 100000; ++i) {
    literals.push_back(types_.IntLiteral(i));
  }
  EXPECT_EQ(types_.Sup(literals), types_.integer());
}

TEST_F(TypeTableTest, WidenDropsLiterals) {
  EXPECT_EQ(types_.Widen(types_.List(types_.IntLiteral(1))), types_.List(types_.integer()));
  EXPECT_EQ(types_.Widen(types_.none()), types_.any());
}

TEST_F(TypeTableTest, Strings) {
  EXPECT_EQ(types_.Text(types_.Dict(types_.string(), types_.List(types_.any()))), "{str:[any]}");
  EXPECT_EQ(types_.Text(types_.FloatLiteral(123.0)), "float(123)");
  EXPECT_EQ(types_.Text(types_.FloatLiteral(1.5)), "float(1.5)");
  EXPECT_EQ(types_.Text(types_.BoolLiteral(true)), "bool(True)");
  EXPECT_EQ(types_.Text(types_.MultiplierLiteral(1, NumberUnit::kMi)), "number_multiplier(1Mi)");
}

}  // namespace
}  // namespace kval::kcl
