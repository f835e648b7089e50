#include "src/project/bindings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace kval::project {
namespace {

// Reference implementation: compares all pairs.
bool Agree(const Bindings& a, const Bindings& b) {
  return std::all_of(a.begin(), a.end(), [&b](const auto& binding) {
    const auto other = b.find(binding.first);
    return other == b.end() || other->second == binding.second;
  });
}

bool Has(const Bindings& whole, const Bindings& part) {
  return std::all_of(part.begin(), part.end(),
                     [&whole](const auto& binding) { return whole.count(binding.first) != 0; });
}

Bindings Some(std::mt19937& random) {
  Bindings bindings;
  for (const char* name : {"app", "env", "zone"}) {
    if (random() % 2 == 0) {
      bindings[name] = std::string(1, static_cast<char>('a' + random() % 3));
    }
  }
  return bindings;
}

std::vector<Bindings> CombinedByDefinition(const std::vector<std::vector<Bindings>>& found) {
  std::vector<Bindings> combined = {{}};
  for (const std::vector<Bindings>& matches : found) {
    std::set<Bindings> next;
    for (const Bindings& before : combined) {
      bool is_matched = false;
      for (const Bindings& match : matches) {
        if (Agree(before, match)) {
          Bindings both = before;
          both.insert(match.begin(), match.end());
          next.insert(both);
          is_matched = true;
        }
      }
      if (!is_matched) {
        next.insert(before);
      }
    }
    for (const Bindings& match : matches) {
      if (std::none_of(combined.begin(), combined.end(),
                       [&](const Bindings& before) { return Agree(before, match); })) {
        next.insert(match);
      }
    }
    combined.assign(next.begin(), next.end());
  }
  return combined;
}

TEST(BindingIndex, FindsWhatComparingEachWithEachFinds) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<Bindings> all(random() % 12);
    std::generate(all.begin(), all.end(), [&] { return Some(random); });
    BindingIndex index;
    for (const Bindings& bindings : all) {
      index.Add(bindings);
    }
    const Bindings requested = Some(random);
    std::vector<size_t> agreeing, within;
    for (size_t i = 0; i < all.size(); ++i) {
      if (Agree(all[i], requested)) {
        agreeing.push_back(i);
      }
      if (Agree(all[i], requested) && Has(requested, all[i])) {
        within.push_back(i);
      }
    }
    EXPECT_EQ(index.FindCompatible(requested), agreeing);
    EXPECT_EQ(index.FindSubsets(requested), within);
  }
}

TEST(Combinations, AreThoseOfTheDefinition) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::vector<Bindings>> found(1 + random() % 3);
    std::vector<std::vector<const Bindings*>> given;
    for (std::vector<Bindings>& matches : found) {
      matches.resize(1 + random() % 5);
      given.emplace_back();
      for (Bindings& match : matches) {
        match = Some(random);
        given.back().push_back(&match);
      }
    }
    EXPECT_EQ(Combinations(given, 1000), CombinedByDefinition(found));
  }
}

TEST(Combinations, EndWhereThereAreTooMany) {
  std::vector<Bindings> apps, envs;
  for (int i = 0; i < 3000; ++i) {
    apps.push_back({{"app", std::to_string(i)}});
    envs.push_back({{"env", std::to_string(i)}});
  }
  std::vector<std::vector<const Bindings*>> given(2);
  for (size_t i = 0; i < apps.size(); ++i) {
    given[0].push_back(&apps[i]);
    given[1].push_back(&envs[i]);
  }
  EXPECT_EQ(Combinations(given, 10'000), std::nullopt);
}

}  // namespace
}  // namespace kval::project
