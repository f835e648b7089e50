#include "src/value/entry_index.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/value/builder.h"

namespace kval::value {
namespace {

constexpr size_t kLarge = 100;

class Lookup : public ::testing::Test {
 protected:
  std::vector<Entry> Counted(size_t size) {
    std::vector<Entry> entries;
    for (size_t i = 0; i < size; ++i) {
      entries.push_back({build_.String("k" + std::to_string(i)), build_.Int(static_cast<int64_t>(i))});
    }
    return entries;
  }
  const Value* MapOf(size_t size) { return build_.Mapping(Counted(size)); }
  // Returns the steps of one lookup. Expects the result of value::Find.
  size_t StepsOf(const Value& mapping, std::string_view key) {
    size_t steps = 0;
    const Entry* entry = index_.Find(mapping, key, steps);
    EXPECT_EQ(entry == nullptr ? nullptr : entry->value, Find(mapping, key)) << key;
    return steps;
  }

  Arena arena_;
  Builder build_{&arena_};
  EntryIndex index_;
};

TEST_F(Lookup, FrequentlySearchedLargeMappingIsIndexed) {
  const Value& map = *MapOf(kLarge);
  for (size_t i = 0; i < EntryIndex::kOften; ++i) {
    EXPECT_EQ(StepsOf(map, "k" + std::to_string(i)), kLarge);
  }
  EXPECT_EQ(StepsOf(map, "k7"), kLarge + 1);
  EXPECT_EQ(StepsOf(map, "k99"), 1U);
  EXPECT_EQ(StepsOf(map, "k100"), 1U);
}

TEST_F(Lookup, ASmallMappingIsLookedThroughEachTime) {
  const Value& map = *MapOf(EntryIndex::kSmall);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(StepsOf(map, "k15"), EntryIndex::kSmall);
  }
}

TEST_F(Lookup, TheFirstOfEqualKeysIsFoundAndKeysThatAreNoStringsAreNone) {
  std::vector<Entry> entries = {{build_.Int(1), build_.Int(-1)}};
  for (int times = 0; times < 2; ++times) {
    const std::vector<Entry> more = Counted(kLarge);
    entries.insert(entries.end(), more.begin(), more.end());
  }
  const Value& map = *build_.Mapping(entries);
  for (int i = 0; i < 10; ++i) {
    StepsOf(map, "k3");
    StepsOf(map, "1");
  }
}

TEST_F(Lookup, WhatIsNoMappingHasNoEntries) {
  EXPECT_EQ(index_.Find(*build_.Int(1), "a"), nullptr);
}

TEST_F(Lookup, FindsAllWhereKeysAreNotedAndDifferentStrings) {
  const Value& map = *MapOf(kLarge);
  size_t steps = 0;
  for (size_t i = 0; i < EntryIndex::kOften; ++i) {
    EXPECT_FALSE(index_.FindsAll(map, steps));
  }
  EXPECT_EQ(steps, 0U);
  EXPECT_TRUE(index_.FindsAll(map, steps));
  EXPECT_TRUE(index_.FindsAll(map, steps));
  EXPECT_EQ(steps, kLarge);
  EXPECT_EQ(StepsOf(map, "k1"), 1U);
}

TEST_F(Lookup, FindsNotAllWhereAKeyIsThereTwiceOrNoText) {
  for (const Entry& suspicious :
       {Entry{build_.String("k0"), build_.Int(0)}, Entry{build_.Int(0), build_.Int(0)}}) {
    std::vector<Entry> entries = Counted(kLarge);
    entries.push_back(suspicious);
    const Value& map = *build_.Mapping(entries);
    size_t steps = 0;
    for (int i = 0; i < 10; ++i) {
      EXPECT_FALSE(index_.FindsAll(map, steps));
    }
  }
}

TEST_F(Lookup, WhatIsClearedIsLookedThroughAnew) {
  const Value& map = *MapOf(kLarge);
  for (int i = 0; i < 10; ++i) {
    StepsOf(map, "k1");
  }
  index_.Clear();
  EXPECT_EQ(StepsOf(map, "k1"), kLarge);
}

}  // namespace
}  // namespace kval::value
