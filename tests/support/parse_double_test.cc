#include "src/support/parse_double.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "gtest/gtest.h"

namespace kval {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

double ValueOf(const std::string& text, std::chars_format form = std::chars_format::general) {
  const ParsedDouble read = ParseDouble(text, form);
  EXPECT_TRUE(read.is_whole(text)) << text;
  EXPECT_EQ(read.is_too_large, std::isinf(read.value) && text.find('i') == std::string::npos) << text;
  return read.value;
}

TEST(ParsedDouble, NumbersThatDoubleHasRoomFor) {
  EXPECT_EQ(ValueOf("1.5"), 1.5);
  EXPECT_EQ(ValueOf("-2e3"), -2000);
  EXPECT_EQ(ValueOf("5e-324"), 5e-324);
  EXPECT_EQ(ValueOf("inf"), kInfinite);
  EXPECT_EQ(ValueOf("a.8p1", std::chars_format::hex), 21);
}

TEST(ParsedDouble, WhatIsTooSmallIsZero) {
  EXPECT_EQ(ValueOf("1e-400"), 0);
  EXPECT_TRUE(std::signbit(ValueOf("-1e-400")));
  EXPECT_EQ(ValueOf("0." + std::string(400, '0') + "1"), 0);
  EXPECT_EQ(ValueOf("." + std::string(500, '0') + "1e50"), 0);
  EXPECT_EQ(ValueOf("1" + std::string(100, '0') + "e-99999999999999999999"), 0);
  EXPECT_EQ(ValueOf("1p-2000", std::chars_format::hex), 0);
}

TEST(ParsedDouble, WhatIsTooLargeIsInfinite) {
  EXPECT_EQ(ValueOf("1e400"), kInfinite);
  EXPECT_EQ(ValueOf("-1e400"), -kInfinite);
  EXPECT_EQ(ValueOf("0.001e400"), kInfinite);
  EXPECT_EQ(ValueOf("1" + std::string(400, '0') + "e-50"), kInfinite);
  EXPECT_EQ(ValueOf("1E+99999999999999999999"), kInfinite);
  EXPECT_EQ(ValueOf("1p2000", std::chars_format::hex), kInfinite);
  EXPECT_EQ(ValueOf(std::string(300, 'f') + "p-10", std::chars_format::hex), kInfinite);
}

TEST(ParsedDouble, ZeroIsZeroWhateverItsExponent) {
  EXPECT_EQ(ValueOf("0e999"), 0);
  EXPECT_EQ(ValueOf("0.00e99999999999999999999"), 0);
  EXPECT_TRUE(std::signbit(ValueOf("-0.0e500")));
}

TEST(ParsedDouble, WhatIsNoNumberOrMoreThanOne) {
  EXPECT_EQ(ParseDouble("").length, 0u);
  EXPECT_EQ(ParseDouble("+1").length, 0u);
  EXPECT_EQ(ParseDouble("e5").length, 0u);
  EXPECT_EQ(ParseDouble("1e400x").length, 5u);
  EXPECT_TRUE(ParseDouble("1e400x").is_too_large);
  EXPECT_FALSE(ParseDouble("1.5 ").is_whole("1.5 "));
}

// Reference: std::strtod, in the C locale of the tests.
TEST(ParsedDouble, AsStrtod) {
  std::mt19937 random(1);
  const auto digits = [&](size_t most) {
    std::string text;
    for (size_t i = random() % most; i > 0; --i) {
      text += random() % 3 == 0 ? '0' : static_cast<char>('0' + random() % 10);
    }
    return text;
  };
  for (int i = 0; i < 20000; ++i) {
    std::string text = random() % 2 == 0 ? "-" : "";
    text += digits(random() % 8 == 0 ? 400 : 12) + '0' + '.' +
            std::string(random() % 4 == 0 ? random() % 400 : 0, '0') + digits(12) + '1';
    if (random() % 2 == 0) {
      text += "e" + std::string(random() % 2 == 0 ? "-" : "") + std::to_string(random() % 800);
    }
    EXPECT_EQ(ValueOf(text), std::strtod(text.c_str(), nullptr)) << text;
  }
}

}  // namespace
}  // namespace kval
