#include "schemas/kubernetes/api_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "schemas/kubernetes/embedded.h"

namespace kval::schemas::kubernetes {
namespace {

constexpr char kText[] =
    "V 1.25 1.26 1.27\n"
    "L\tapps/v1beta1\tThing\t1.25\t1.26\tapps/v1 Thing\n"
    "T a.Thing 3 apps/v1/Thing\nname s!\n"
    "T a.Thing 4 apps/v1/Thing\nname s\n"
    "T b.Other 7 v1/DeleteOptions apps/v1/DeleteOptions\n";

TEST(TableTest, FindsATypeOfEachVersion) {
  const ApiTable table{kText};
  ASSERT_NE(table.FindType("a.Thing", 1), nullptr);
  EXPECT_EQ(table.FindType("a.Thing", 1)->body, "name s!");
  EXPECT_EQ(table.FindType("a.Thing", 2)->body, "name s");
  EXPECT_EQ(table.FindType("a.Thin", 2), nullptr);
  EXPECT_EQ(table.FindKind("apps/v1", "Thing", 2)->body, "name s");
  EXPECT_EQ(table.FindKind("apps/v2", "Thing", 2), nullptr);
  EXPECT_EQ(table.VersionsOf("apps/v1", "Thing"), 7u);
}

TEST(TableTest, NamesOfVersions) {
  const ApiTable table{kText};
  EXPECT_EQ(table.VersionNamed("v1.26.3"), 1u);
  EXPECT_EQ(table.VersionNamed("1.27"), 2u);
  EXPECT_EQ(table.VersionNamed("1.2"), std::nullopt);
  EXPECT_EQ(table.VersionNamed(""), std::nullopt);
  EXPECT_EQ(table.newest(), 2u);
  EXPECT_TRUE(IsAtLeast("1.30", "1.9"));
  EXPECT_FALSE(IsAtLeast("1.9", "1.30"));
}

TEST(TableTest, WhatGoes) {
  const ApiTable table{kText};
  ASSERT_NE(table.LifecycleOf("apps/v1beta1", "Thing"), nullptr);
  EXPECT_EQ(table.LifecycleOf("apps/v1beta1", "Thing")->replacement, "apps/v1 Thing");
  EXPECT_EQ(table.LifecycleOf("apps/v1", "Thing"), nullptr);
}

TEST(TableTest, ListsWhatPeopleWrite) {
  const ApiTable table{kText};
  ASSERT_EQ(table.Apis().size(), 1u);
  EXPECT_EQ(table.Apis()[0].kind, "Thing");
  EXPECT_TRUE(table.KnowsGroup("apps"));
  EXPECT_TRUE(table.KnowsGroup(""));
  EXPECT_FALSE(table.KnowsGroup("app"));
}

TEST(BuiltinTableTest, HasTheVersions) {
  const ApiTable table = ApiTable::Builtin();
  EXPECT_EQ(table.versions().front(), "1.25");
  EXPECT_GE(table.versions().size(), 13u);
  EXPECT_NE(table.FindKind("apps/v1", "Deployment", table.newest()), nullptr);
  EXPECT_EQ(table.FindKind("policy/v1beta1", "PodDisruptionBudget", 0), nullptr);
}

TEST(BuiltinTableTest, IsSmall) {
  EXPECT_LE(Types().size, 80u * 1024);
  EXPECT_LE(Descriptions().size, 160u * 1024);
}

}  // namespace
}  // namespace kval::schemas::kubernetes
