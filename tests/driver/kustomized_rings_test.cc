#include "src/driver/kubernetes/kustomized_rings.h"

#include <gtest/gtest.h>

namespace kval::driver {
namespace {

using Closing = std::set<std::pair<std::string, std::string>>;

TEST(KustomizedRingsTest, WhatClosesThem) {
  EXPECT_EQ(ClosesRings({}), Closing());
  EXPECT_EQ(ClosesRings({{"a", {"b", "c"}}, {"b", {"c", "elsewhere"}}, {"c", {}}}), Closing());
  EXPECT_EQ(ClosesRings({{"a", {"a"}}}), (Closing{{"a", "a"}}));
  EXPECT_EQ(ClosesRings({{"a", {"b"}}, {"b", {"c"}}, {"c", {"a"}}}), (Closing{{"c", "a"}}));
  // A directory that leads into a cycle is not part of it. Two cycles that share a directory are reported
  // separately.
  EXPECT_EQ(ClosesRings({{"a", {"b"}}, {"b", {"c", "d"}}, {"c", {"b"}}, {"d", {"b"}}}),
            (Closing{{"c", "b"}, {"d", "b"}}));
  EXPECT_EQ(ClosesRings({{"a", {"b", "b"}}, {"b", {"a", "a"}}}), (Closing{{"b", "a"}}));
}

TEST(KustomizedRingsTest, LongWaysNeedNoStack) {
  LoadedFolders loaded;
  for (int i = 0; i < 100000; ++i) {
    loaded[std::to_string(i)] = {std::to_string((i + 1) % 100000)};
  }
  EXPECT_EQ(ClosesRings(loaded).size(), 1);
}

}  // namespace
}  // namespace kval::driver
