#include "src/value/builder.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kval::value {
namespace {

class Growing : public ::testing::Test {
 protected:
  Entry EntryOf(int number) { return {build_.String("k" + std::to_string(number)), build_.Int(number)}; }
  const Value* MapOf(int size) {
    std::vector<Entry> entries;
    for (int i = 0; i < size; ++i) {
      entries.push_back(EntryOf(i));
    }
    return build_.Mapping(entries);
  }
  const Value* With(const Value& map, int number) {
    const Entry more = EntryOf(number);
    return build_.WithMore(map, {&more, 1});
  }
  static void ExpectCounted(const Value& map, int size) {
    ASSERT_EQ(map.entries().size(), static_cast<size_t>(size));
    for (int i = 0; i < size; ++i) {
      ASSERT_EQ(map.entries()[static_cast<size_t>(i)].value->integer, i);
    }
  }

  Arena arena_;
  Builder build_{&arena_};
};

TEST_F(Growing, AMapThatGrowsLeavesThoseItGrewFromAsTheyWere) {
  std::vector<const Value*> maps = {MapOf(0)};
  for (int i = 0; i < 300; ++i) {
    maps.push_back(With(*maps.back(), i));
  }
  for (int i = 0; i <= 300; ++i) {
    ExpectCounted(*maps[static_cast<size_t>(i)], i);
  }
}

TEST_F(Growing, AnArrayThatGrowsTakesMemoryForWhatIsAddedAlone) {
  const Value* array = build_.Sequence({});
  std::vector<const Value*> arrays = {array};
  const size_t before = build_.made();
  for (int i = 0; i < 2000; ++i) {
    const Value* more = build_.Int(i);
    arrays.push_back(build_.WithMoreItems(*arrays.back(), {&more, 1}));
  }
  EXPECT_LT(build_.made() - before, 2000U * 200U);
  for (size_t size = 0; size < arrays.size(); ++size) {
    ASSERT_EQ(arrays[size]->items().size(), size);
    ASSERT_TRUE(size == 0 || arrays[size]->items()[size - 1]->integer == static_cast<int64_t>(size) - 1);
  }
}

TEST_F(Growing, TwoMapsMayGrowFromOne) {
  const Value* first = With(*With(*MapOf(100), 100), 101);
  const Value* one = With(*first, 102);
  const Value* other = With(*first, 7);
  ExpectCounted(*one, 103);
  ExpectCounted(*first, 102);
  ASSERT_EQ(other->entries().size(), 103U);
  EXPECT_EQ(other->entries()[102].value->integer, 7);
}

TEST_F(Growing, ALargeMapIsNotCopiedEachTime) {
  const Value* map = MapOf(1000);
  size_t copies = 0;
  for (int i = 1000; i < 4000; ++i) {
    const Value* grown = With(*map, i);
    copies += grown->entries().data() == map->entries().data() ? 0 : 1;
    map = grown;
  }
  EXPECT_LE(copies, 4U);
}

}  // namespace
}  // namespace kval::value
