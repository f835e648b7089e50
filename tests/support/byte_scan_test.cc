#include "src/support/byte_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace kval {
namespace {

using Bytes = std::vector<unsigned char>;

constexpr size_t kLongest = 100;

int SignOf(int value) {
  return (value > 0) - (value < 0);
}

// Few different bytes, so that equal ones are near; at the ends of their range, where sums carry.
Bytes RandomBytes(size_t size, std::mt19937& random) {
  constexpr unsigned char kChoices[] = {0x00, 0x01, 0x7F, 0x80, 0xFF};
  Bytes bytes(size);
  std::generate(bytes.begin(), bytes.end(), [&] { return kChoices[random() % std::size(kChoices)]; });
  return bytes;
}

TEST(ByteScanTest, FindsTheFirstByteAsMemchrDoes) {
  std::mt19937 random(1);
  for (size_t size = 0; size <= kLongest; ++size) {
    for (int round = 0; round < 200; ++round) {
      const Bytes bytes = RandomBytes(size, random);
      for (const unsigned char byte : Bytes{0x00, 0x01, 0x02, 0x7F, 0x80, 0xFF}) {
        ASSERT_EQ(FindByte(bytes.data(), byte, size),
                  size == 0 ? nullptr : std::memchr(bytes.data(), byte, size));
      }
    }
  }
}

TEST(ByteScanTest, FindsTheOnlyByteAtEachPlace) {
  for (size_t size = 1; size <= kLongest; ++size) {
    for (size_t place = 0; place < size; ++place) {
      Bytes bytes(size, 0x81);
      bytes[place] = 0x80;
      EXPECT_EQ(FindByte(bytes.data(), 0x80, size), bytes.data() + place);
    }
    const Bytes none(size, 0x81);
    EXPECT_EQ(FindByte(none.data(), 0x80, size), nullptr);
  }
}

TEST(ByteScanTest, ComparesAsMemcmpDoes) {
  std::mt19937 random(2);
  for (size_t size = 1; size <= kLongest; ++size) {
    for (int round = 0; round < 200; ++round) {
      const Bytes a = RandomBytes(size, random);
      Bytes b = a;
      EXPECT_EQ(CompareBytes(a.data(), b.data(), size), 0);
      b[random() % size] = static_cast<unsigned char>(random());
      ASSERT_EQ(SignOf(CompareBytes(a.data(), b.data(), size)),
                SignOf(std::memcmp(a.data(), b.data(), size)));
      const Bytes other = RandomBytes(size, random);
      ASSERT_EQ(SignOf(CompareBytes(a.data(), other.data(), size)),
                SignOf(std::memcmp(a.data(), other.data(), size)));
    }
  }
  EXPECT_EQ(CompareBytes(nullptr, nullptr, 0), 0);
}

}  // namespace
}  // namespace kval
