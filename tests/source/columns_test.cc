#include "src/source/columns.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "src/source/source_file.h"

namespace kval::source {
namespace {

TEST(LengthOf, CountsInEachUnit) {
  EXPECT_EQ(LengthOf(""), (Length{0, 0, 0}));
  EXPECT_EQ(LengthOf("name: value"), (Length{11, 11, 11}));
  EXPECT_EQ(LengthOf("caf\xC3\xA9"), (Length{5, 4, 4}));
  EXPECT_EQ(LengthOf("12345678\xF0\x9F\x98\x80"), (Length{12, 9, 10}));
}

TEST(LengthOf, CountsAnIllFormedByteAsOne) {
  EXPECT_EQ(LengthOf("a\xFF\xC3z"), (Length{4, 4, 4}));
}

// Returns random valid and invalid UTF-8, so that steps fall into characters and into invalid sequences.
std::string RandomLine(std::mt19937& random, size_t size) {
  const std::string parts[] = {"plain text ", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\x80",
                               "\xE2",        "x"};
  std::string line;
  while (line.size() < size) {
    line += parts[random() % std::size(parts)];
  }
  return line;
}

TEST(Columns, OfALongLineAreThoseThatCountingGives) {
  std::mt19937 random(7);
  const std::string first = RandomLine(random, 9000);
  const std::string second = RandomLine(random, 30000);
  const SourceFile file("a.yml", first + "\n" + "short\n" + second, 1);
  const auto begin = static_cast<uint32_t>(first.size() + 7);
  for (uint32_t at = 0; at <= second.size(); at += 1 + static_cast<uint32_t>(random() % 40)) {
    const Length expected = LengthOf(std::string_view(second).substr(0, at));
    ASSERT_EQ(file.Before(1 + begin + at), expected) << at;
    ASSERT_EQ(file.Locate(1 + begin + at), (LineColumn{3, expected.code_points + 1})) << at;
  }
  EXPECT_EQ(file.Locate(1 + 8999).column, LengthOf(std::string_view(first).substr(0, 8999)).code_points + 1);
  EXPECT_EQ(file.Locate(1 + static_cast<uint32_t>(first.size()) + 3), (LineColumn{2, 3}));
}

TEST(Columns, OfARunOfIllFormedBytesAreCountedToo) {
  const std::string line(20000, '\x80');
  const SourceFile file("a.yml", line, 1);
  EXPECT_EQ(file.Locate(1 + 15000).column, 15001u);
}

}  // namespace
}  // namespace kval::source
