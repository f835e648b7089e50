#include "src/source/byte_set.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace kval::source {
namespace {

ByteSet OneByOne(const std::string& text) {
  ByteSet bytes{};
  for (const char byte : text) {
    bytes[static_cast<uint8_t>(byte)] = true;
  }
  return bytes;
}

TEST(GetByteSet, EachByteOfAShortTextAndOfALongOne) {
  for (const size_t size : {1, 15, 4096}) {
    for (int byte = 0; byte < 256; ++byte) {
      for (const size_t at : {size_t{0}, size / 2, size - 1}) {
        std::string text(size, 'a');
        text[at] = static_cast<char>(byte);
        ASSERT_EQ(GetByteSet(text), OneByOne(text)) << byte << " at " << at << " of " << size;
      }
    }
  }
}

TEST(GetByteSet, IsEmptyForAnEmptyText) {
  EXPECT_EQ(GetByteSet(""), ByteSet{});
}

TEST(GetByteSet, StringsOfFewAndOfManyBytesAtRandom) {
  std::mt19937 random(7);
  for (const int kinds : {2, 16, 100, 256}) {
    for (int round = 0; round < 50; ++round) {
      std::string text(1000 + random() % 200, 0);
      const auto first = static_cast<int>(random() % 256);
      for (char& byte : text) {
        byte = static_cast<char>(first + static_cast<int>(random() % static_cast<unsigned>(kinds)));
      }
      ASSERT_EQ(GetByteSet(text), OneByOne(text)) << kinds << " from " << first;
    }
  }
}

}  // namespace
}  // namespace kval::source
