#include "src/lang/kcl/signatures/signatures.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "src/lang/kcl/builtins/builtins.h"

namespace kval::kcl::signatures {
namespace {

TEST(SignaturesTest, EveryRowHasItsFunction) {
  for (const Signature& signature : BuiltinFunctions()) {
    EXPECT_NE(builtins::FindNative(signature.name), nullptr) << signature.name;
  }
  for (const Signature& signature : StringMethods()) {
    EXPECT_NE(builtins::FindNativeMethod(signature.name), nullptr) << signature.name;
  }
  for (const Module& module : SystemModules()) {
    for (const Signature& signature : module.functions) {
      EXPECT_NE(builtins::FindNativeInModule(module.name, signature.name), nullptr)
          << module.name << "." << signature.name;
    }
  }
}

void ExpectSound(std::span<const Signature> signatures) {
  std::set<std::string_view> names;
  for (const Signature& signature : signatures) {
    EXPECT_TRUE(names.insert(signature.name).second) << signature.name << " occurs twice";
    EXPECT_FALSE(signature.result.empty()) << signature.name;
    EXPECT_FALSE(signature.doc.empty()) << signature.name;
    bool has_default = false;
    for (const Parameter& parameter : signature.parameters()) {
      EXPECT_TRUE(parameter.has_default || !has_default) << signature.name << " " << parameter.name;
      has_default = parameter.has_default;
      EXPECT_FALSE(parameter.type.empty()) << signature.name << " " << parameter.name;
    }
  }
}

TEST(SignaturesTest, ParametersAreReadFromTheirList) {
  const std::vector<Parameter> read = FindBuiltin("reduce")->parameters();
  ASSERT_EQ(read.size(), 3U);
  EXPECT_EQ(read[0].name, "reducer");
  EXPECT_EQ(read[0].type, "(any, any) -> any");
  EXPECT_FALSE(read[0].has_default);
  EXPECT_EQ(read[2].name, "initial");
  EXPECT_EQ(read[2].type, "any");
  EXPECT_TRUE(read[2].has_default);
  EXPECT_TRUE(FindBuiltin("zip")->parameters().empty());
}

TEST(SignaturesTest, RowsAreSound) {
  ExpectSound(BuiltinFunctions());
  ExpectSound(StringMethods());
  for (const Module& module : SystemModules()) {
    ExpectSound(module.functions);
  }
}

TEST(SignaturesTest, LooksUp) {
  ASSERT_NE(FindBuiltin("sorted"), nullptr);
  EXPECT_EQ(FindBuiltin("sorted")->parameters().size(), 2U);
  EXPECT_EQ(FindBuiltin("nothing"), nullptr);
  EXPECT_NE(FindStringMethod("rsplit"), nullptr);
  const Module* units = FindSystemModule("units");
  ASSERT_NE(units, nullptr);
  ASSERT_NE(FindConstant(*units, "Ki"), nullptr);
  EXPECT_EQ(FindConstant(*units, "Ki")->value, 1024);
  EXPECT_NE(FindFunction(*units, "to_Ki"), nullptr);
  EXPECT_EQ(FindSystemModule("os"), nullptr);
}

}  // namespace
}  // namespace kval::kcl::signatures
