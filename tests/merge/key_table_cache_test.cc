#include "src/merge/key_table_cache.h"

#include <random>
#include <string>

#include "gtest/gtest.h"
#include "src/diag/collector.h"
#include "src/merge/merge.h"
#include "tests/merge/notation.h"

namespace kval::merge {
namespace {

struct Fixture {
  Arena arena;
  value::Builder builder{&arena};
  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emit{&collector};
  KeyTableCache tables;
  KeyTableCache chain{BaseReuse::kConsumed};

  const value::Value* Lay(const value::Value& left, const std::string& layer, KeyTableCache* kept) {
    MergePlan plan;
    const value::Value* right = Read(layer.c_str(), sources, builder, &plan);
    return Apply(left, *right, nullptr, plan, MergeContext{&builder, &emit, nullptr, kept}).root;
  }
};

// Returns a layer that adds, replaces, removes or merges a few of about 60 keys.
std::string RandomLayer(std::mt19937& random) {
  std::string layer = "{";
  const auto count = static_cast<unsigned>(1 + random() % 4);
  const auto first = static_cast<unsigned>(random() % 60);
  for (unsigned i = 0; i < count; ++i) {
    const std::string key = "k" + std::to_string(first + i);
    switch (random() % 8) {
      case 0:
        layer += "!optional !remove " + key + ": 0, ";
        break;
      case 1:
        layer += "!optional !replace " + key + ": [1], ";
        break;
      default:
        layer += "!optional " + key + ": " + std::to_string(random() % 100) + ", ";
    }
  }
  return layer + "}";
}

// Applies random layers one after another, and occasionally to an earlier result, like documents with a
// common base.
TEST(KeyTableCache, ChangeNothingOfWhatIsMerged) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    Fixture test;
    const value::Value* kept = test.Lay(*test.builder.Mapping({}), "{}", nullptr);
    const value::Value* plain = kept;
    const value::Value* kept_before = kept;
    const value::Value* plain_before = plain;
    for (int i = 0; i < 60; ++i) {
      const std::string layer = RandomLayer(random);
      if (random() % 10 == 0) {
        kept = kept_before;
        plain = plain_before;
      } else if (random() % 5 == 0) {
        kept_before = kept;
        plain_before = plain;
      }
      kept = test.Lay(*kept, layer, &test.tables);
      plain = test.Lay(*plain, layer, nullptr);
      ASSERT_EQ(Write(*kept), Write(*plain)) << "seed " << seed << ", layer " << i << ": " << layer;
    }
    EXPECT_GT(plain->entries().size(), 16u) << "too small for a table";
  }
}

TEST(KeyTableCache, OneLayerGoesOnWithTheTableOfTheOther) {
  Fixture test;
  std::string text = "{";
  for (int i = 0; i < 40; ++i) {
    text += "k" + std::to_string(i) + ": 1, ";
  }
  const value::Value* map = Read((text + "}").c_str(), test.sources, test.builder, nullptr);
  for (int i = 0; i < 20; ++i) {
    map = test.Lay(*map, "{k" + std::to_string(i) + ": 2}", &test.tables);
  }
  EXPECT_EQ(test.tables.Take(*map).table.known(), 40u);
  EXPECT_EQ(test.tables.Take(*map).table.known(), 0u) << "it was taken";
}

TEST(KeyTableCache, ModifiesOnlyMapsOfTheChainInPlace) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    Fixture test;
    std::string text = "{";
    for (int i = 0; i < 30; ++i) {
      text += "k" + std::to_string(i) + ": 1, ";
    }
    const value::Value* base = Read(text + "}", test.sources, test.builder, nullptr);
    const std::string before = Write(*base);
    const value::Value* chained = base;
    const value::Value* plain = base;
    for (int i = 0; i < 60; ++i) {
      const std::string layer = RandomLayer(random);
      chained = test.Lay(*chained, layer, &test.chain);
      plain = test.Lay(*plain, layer, nullptr);
      ASSERT_EQ(Write(*chained), Write(*plain)) << "seed " << seed << ", layer " << i << ": " << layer;
    }
    EXPECT_EQ(Write(*base), before);
  }
}

// Returns a map with the keys k0 to k29, each with the value 1.
const value::Value* LargeMap(Fixture& test) {
  std::string text = "{";
  for (int i = 0; i < 30; ++i) {
    text += "k" + std::to_string(i) + ": 1, ";
  }
  return Read(text + "}", test.sources, test.builder, nullptr);
}

TEST(KeyTableCache, WhatWasShownIsNotChanged) {
  Fixture test;
  const value::Value* map = LargeMap(test);
  const value::Value* first = test.Lay(*map, "{k1: 2}", &test.chain);
  const value::Value* second = test.Lay(*first, "{k1: 3}", &test.chain);
  EXPECT_EQ(first->entries().data(), second->entries().data());
  test.chain.Show();
  const value::Value* third = test.Lay(*second, "{k1: 4}", &test.chain);
  EXPECT_EQ(second->entries()[1].value->integer, 3);
  EXPECT_EQ(third->entries()[1].value->integer, 4);
}

TEST(KeyTableCache, WhatIsRemovedStaysInTheMapsBelow) {
  Fixture test;
  const value::Value* map = LargeMap(test);
  const value::Value* first = test.Lay(*map, "{k1: 2}", &test.chain);
  const value::Value* second = test.Lay(*first, "{!remove k1: 0, k99: 1}", &test.chain);
  EXPECT_EQ(test.collector.diagnostics().size(), 1u)
      << "k99 is missing, which looks through the map below for a hint";
  EXPECT_EQ(second->entries().size(), 29u);
  ASSERT_EQ(first->entries().size(), 30u);
  for (const value::Entry& entry : first->entries()) {
    ASSERT_NE(entry.key, nullptr);
  }
}

}  // namespace
}  // namespace kval::merge
