#include "src/support/keyed_hash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string>
#include <vector>

namespace kval {
namespace {

// Returns the number of hashes in the fullest slot of a table with at least twice as many slots as hashes.
size_t Fullest(const std::vector<uint64_t>& hashes) {
  size_t slots = 1;
  while (slots < hashes.size() * 2) {
    slots *= 2;
  }
  std::vector<size_t> counts(slots);
  for (const uint64_t hash : hashes) {
    ++counts[hash & (slots - 1)];
  }
  return *std::max_element(counts.begin(), counts.end());
}

// 65,536 random hashes in 131,072 slots: the probability of 13 in one slot is about 10^-9.
constexpr size_t kFew = 13;
constexpr size_t kMany = 65'536;

TEST(KeyedHash, StringsOfEveryLengthDiffer) {
  std::set<uint64_t> hashes;
  std::string text;
  for (size_t length = 0; length < 100; ++length) {
    EXPECT_TRUE(hashes.insert(KeyedHash(text)).second) << length;
    for (size_t at = 0; at < length; ++at) {
      std::string other = text;
      other[at] = 'b';
      EXPECT_TRUE(hashes.insert(KeyedHash(other)).second) << length << " " << at;
    }
    text += 'a';
  }
}

TEST(KeyedHash, EqualStringsHashAlikeWhereverTheyStand) {
  const std::string text = "a text that is longer than sixteen bytes";
  for (size_t length = 0; length <= text.size(); ++length) {
    std::array<char, 64> moved{};
    std::memcpy(moved.data() + 3, text.data(), length);
    EXPECT_EQ(KeyedHash(std::string_view(text).substr(0, length)),
              KeyedHash(std::string_view(moved.data() + 3, length)));
  }
}

TEST(KeyedHash, EqualNumbersHashAlike) {
  EXPECT_EQ(KeyedHash(0.0), KeyedHash(-0.0));
  EXPECT_NE(KeyedHash(0.25), KeyedHash(0.5));
  EXPECT_NE(KeyedHash(uint64_t{1}, 2), KeyedHash(uint64_t{2}, 1));
}

// std::hash<int> is the identity. Multiplying by its inverse undoes a known factor.
TEST(KeyedHash, NumbersThatAreMadeToCollideDoNot) {
  constexpr uint64_t kInverse = 0xf1de83e19937733dU;  // of 0x9e3779b97f4a7c15
  static_assert(kInverse * 0x9e3779b97f4a7c15U == 1);
  for (const uint64_t step : {uint64_t{1}, uint64_t{1} << 20U, uint64_t{1} << 40U, uint64_t{1} << 48U,
                              kInverse, kInverse << 40U, uint64_t{10'273} * 20'753 * 42'043}) {
    std::vector<uint64_t> numbers;
    std::vector<uint64_t> pairs;
    std::vector<uint64_t> strings;
    for (uint64_t i = 0; i < kMany; ++i) {
      numbers.push_back(KeyedHash(i * step));
      pairs.push_back(KeyedHash(i * step, 7));
      std::array<char, sizeof(uint64_t)> bytes{};
      const uint64_t number = i * step;
      std::memcpy(bytes.data(), &number, sizeof(number));
      strings.push_back(KeyedHash(std::string_view(bytes.data(), bytes.size())));
    }
    EXPECT_LT(Fullest(numbers), kFew) << step;
    EXPECT_LT(Fullest(pairs), kFew) << step;
    EXPECT_LT(Fullest(strings), kFew) << step;
  }
}

// In MurmurHash64A, which libstdc++ uses, flipping the highest bit of two consecutive mixed blocks leaves the
// state unchanged, for every seed. So 16 pairs of blocks give 65,536 strings with the same hash.
TEST(KeyedHash, StringsThatCollideWithAnySeedOfMurmurDoNot) {
  constexpr uint64_t kFactor = 0xc6a4a7935bd1e995U;
  constexpr uint64_t kInverse = 0x5f7a0ea7e59b19bdU;
  static_assert(kFactor * kInverse == 1);
  const auto unmix = [](uint64_t mixed) {
    uint64_t block = mixed * kInverse;
    block ^= block >> 47U;
    return block * kInverse;
  };
  std::vector<uint64_t> hashes;
  std::set<size_t> unkeyed;
  for (uint64_t choice = 0; choice < kMany; ++choice) {
    std::string text;
    for (uint64_t pair = 0; pair < 16; ++pair) {
      const uint64_t turned = (choice >> pair & 1U) << 63U;
      for (const uint64_t mixed : {1000 + pair, 2000 + pair}) {
        const uint64_t block = unmix(mixed ^ turned);
        text.append(reinterpret_cast<const char*>(&block), sizeof(block));
      }
    }
    hashes.push_back(KeyedHash(text));
    unkeyed.insert(std::hash<std::string>()(text));
  }
#if defined(__GLIBCXX__)
  EXPECT_EQ(unkeyed.size(), 1U) << "the attack itself";
#endif
  EXPECT_LT(Fullest(hashes), kFew);
}

}  // namespace
}  // namespace kval
