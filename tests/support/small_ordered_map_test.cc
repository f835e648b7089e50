#include "src/support/small_ordered_map.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace kval {
namespace {

TEST(SmallOrderedMap, FindsWhatWasAdded) {
  SmallOrderedMap<std::string, int> map;
  EXPECT_EQ(map.Find("a"), nullptr);
  map["a"] = 1;
  EXPECT_EQ(map.TryInsert("a", 7), 1);
  EXPECT_EQ(map.TryInsert("b", 2), 2);
  ASSERT_NE(map.Find("b"), nullptr);
  EXPECT_EQ(*map.Find("b"), 2);
  EXPECT_EQ(map.size(), 2U);
}

// Covers sizes on both sides of the switch from linear search to a table.
TEST(SmallOrderedMap, IsLikeAMapInTheOrderOfItsEntries) {
  std::mt19937 random(7);
  for (int most = 1; most < 60; ++most) {
    SmallOrderedMap<int, int> few;
    std::map<int, int> plain;
    std::vector<int> order;
    for (int i = 0; i < most; ++i) {
      const int key = static_cast<int>(random() % 40U);
      if (plain.emplace(key, i).second) {
        order.push_back(key);
      }
      few.TryInsert(key, i);
    }
    ASSERT_EQ(few.size(), order.size());
    size_t place = 0;
    for (const auto& [key, value] : few) {
      EXPECT_EQ(key, order[place++]);
      EXPECT_EQ(value, plain.at(key));
    }
    for (int key = 0; key < 40; ++key) {
      const int* found = few.Find(key);
      EXPECT_EQ(found != nullptr, plain.count(key) > 0);
    }
  }
}

}  // namespace
}  // namespace kval
