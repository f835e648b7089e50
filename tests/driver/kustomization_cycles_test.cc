#include "src/driver/kubernetes/kustomization_cycles.h"

#include <gtest/gtest.h>

namespace kval::driver {
namespace {

using FinishRecord = std::set<std::pair<std::string, std::string>>;

TEST(KustomizedRingsTest, WhatClosesThem) {
  EXPECT_EQ(FindCycleEdges({}), FinishRecord());
  EXPECT_EQ(FindCycleEdges({{"a", {"b", "c"}}, {"b", {"c", "elsewhere"}}, {"c", {}}}), FinishRecord());
  EXPECT_EQ(FindCycleEdges({{"a", {"a"}}}), (FinishRecord{{"a", "a"}}));
  EXPECT_EQ(FindCycleEdges({{"a", {"b"}}, {"b", {"c"}}, {"c", {"a"}}}), (FinishRecord{{"c", "a"}}));
  // A directory that leads into a cycle is not part of it. Two cycles that share a directory are reported
  // separately.
  EXPECT_EQ(FindCycleEdges({{"a", {"b"}}, {"b", {"c", "d"}}, {"c", {"b"}}, {"d", {"b"}}}),
            (FinishRecord{{"c", "b"}, {"d", "b"}}));
  EXPECT_EQ(FindCycleEdges({{"a", {"b", "b"}}, {"b", {"a", "a"}}}), (FinishRecord{{"b", "a"}}));
}

TEST(KustomizedRingsTest, LongWaysNeedNoStack) {
  LoadedDirectories loaded;
  for (int i = 0; i < 100000; ++i) {
    loaded[std::to_string(i)] = {std::to_string((i + 1) % 100000)};
  }
  EXPECT_EQ(FindCycleEdges(loaded).size(), 1);
}

}  // namespace
}  // namespace kval::driver
