#include "src/lang/kcl/runtime/union.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "src/lang/kcl/runtime/text.h"
#include "tests/kcl/runtime/fake_runtime.h"

namespace kval::kcl::runtime {
namespace {

constexpr Operator kColon = Operator::kUnion;
constexpr Operator kEquals = Operator::kOverride;
constexpr Operator kPlus = Operator::kInsert;

struct Pair {
  const char* key;
  Operator op;
  Value value;
};

class UnionTest : public testing::Test {
 protected:
  Value Dict(std::initializer_list<Pair> pairs) {
    DictBuilder builder(&runtime_.heap());
    for (const Pair& pair : pairs) {
      builder.Set(pair.key, pair.value, pair.op);
    }
    return builder.BuildValue();
  }
  Value List(std::initializer_list<Value> items) {
    return MakeList(runtime_.heap(), std::span<const Value>(items.begin(), items.size()));
  }
  std::string United(const Value& left, const Value& right) {
    Value result = MakeUnion(runtime_, left, right);
    return runtime_.failed() ? "!" + runtime_.TakeFailure() : Text(result);
  }

  FakeRuntime runtime_;
};

TEST_F(UnionTest, TheOperatorOfTheRightEntryDecides) {
  EXPECT_EQ(United(Dict({{"k", kEquals, Int(1)}}), Dict({{"k", kEquals, Int(2)}})), "{'k': 2}");
  EXPECT_EQ(United(Dict({{"k", kColon, Int(1)}}), Dict({{"k", kColon, Int(1)}})), "{'k': 1}");
  EXPECT_EQ(United(Dict({{"k", kColon, List({Int(1)})}}), Dict({{"k", kPlus, List({Int(2)})}})),
            "{'k': [1, 2]}");
  EXPECT_EQ(United(Dict({{"k", kColon, Int(1)}}), Dict({{"k", kColon, Int(2)}})).substr(0, 45),
            "!conflicting values on the attribute 'k' betw");
}

TEST_F(UnionTest, DictsMergeInDepthAndNameThePathOfAConflict) {
  Value a = Dict({{"x", kColon, Dict({{"y", kColon, Int(1)}})}});
  Value b = Dict({{"x", kColon, Dict({{"z", kColon, Int(2)}})}});
  EXPECT_EQ(United(a, b), "{'x': {'y': 1, 'z': 2}}");
  std::string conflict = United(a, Dict({{"x", kColon, Dict({{"y", kColon, Int(3)}})}}));
  EXPECT_NE(conflict.find("with union path :\n    x.y\n"), std::string::npos) << conflict;
}

TEST_F(UnionTest, ListsMergeByIndex) {
  EXPECT_EQ(United(List({Int(1), Int(2), Int(3)}), List({Int(4)})), "[4, 2, 3]");
  EXPECT_EQ(United(List({Int(1)}), List({Int(4), Int(5)})), "[4, 5]");
}

TEST_F(UnionTest, NoneGivesWay) {
  EXPECT_EQ(United(None(), Int(1)), "1");
  EXPECT_EQ(United(Int(1), None()), "1");
  EXPECT_EQ(United(Dict({{"k", kColon, Int(1)}}), Dict({{"k", kColon, None()}})), "{'k': 1}");
  EXPECT_EQ(United(Dict({{"k", kColon, Int(1)}}), Dict({{"k", kEquals, None()}})), "{'k': None}");
}

TEST_F(UnionTest, IndexedEntriesReplaceInsertAndRemove) {
  struct Case {
    Operator op;
    int64_t index;
    Value value;
    const char* result;
  };
  const Case kCases[] = {
      {kEquals, 1, Int(9), "{'l': [1, 9, 3]}"},
      {kEquals, -1, Int(9), "{'l': [1, 2, 9]}"},
      {kEquals, 1, Undefined(), "{'l': [1, 3]}"},
      {kPlus, 1, List({Int(7), Int(8)}), "{'l': [1, 7, 8, 2, 3]}"},
      {kColon, 0, Int(1), "{'l': [1, 2, 3]}"},
      {kEquals, 5, Int(9), "!index out of bounds: the len is 3 but the index is 5"},
      {kEquals, -5, Int(9), "!index out of bounds: the len is 3 but the index is -5"},
  };
  for (const Case& c : kCases) {
    DictBuilder builder(&runtime_.heap());
    builder.Set("l", List({Int(1), Int(2), Int(3)}));
    Entry entry;
    entry.key = "l";
    entry.op = c.op;
    entry.has_index = true;
    entry.index = c.index;
    entry.value = c.value;
    MergeEntry(runtime_, builder, entry);
    std::string text = runtime_.failed() ? "!" + runtime_.TakeFailure() : Text(builder.BuildValue());
    EXPECT_EQ(text, c.result);
  }
}

TEST_F(UnionTest, IntegersAreCombinedBitByBit) {
  EXPECT_EQ(United(Int(12), Int(3)), "15");
  EXPECT_EQ(United(Int(1), String(runtime_.heap(), "a")),
            "!unsupported operand type(s) for |: 'int' and 'str'");
}

TEST(DictBuilderTest, ManyKeysKeepTheirOrderAndAreFound) {
  Heap heap;
  DictBuilder builder(&heap);
  for (int64_t i = 0; i < 1000; ++i) {
    builder.Set("key" + std::to_string(i), Int(i));
  }
  builder.Set("key7", Int(-7));
  builder.Remove("key3");
  const Dict& dict = *builder.Build();
  ASSERT_EQ(dict.entries.size(), 999U);
  EXPECT_EQ(dict.entries[3].key, "key4");
  EXPECT_EQ(dict.Get("key7").integer, -7);
  EXPECT_EQ(dict.Get("key999").integer, 999);
  EXPECT_EQ(dict.Find("key3"), nullptr);
}

}  // namespace
}  // namespace kval::kcl::runtime
