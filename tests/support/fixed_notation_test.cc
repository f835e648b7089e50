#include "src/support/fixed_notation.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace kval {
namespace {

TEST(ToFixedNotation, HasTheFewestDigitsAndNoExponent) {
  EXPECT_EQ(ToFixedNotation(0), "0");
  EXPECT_EQ(ToFixedNotation(-0.0), "-0");
  EXPECT_EQ(ToFixedNotation(1.5), "1.5");
  EXPECT_EQ(ToFixedNotation(-12), "-12");
  EXPECT_EQ(ToFixedNotation(1e-7), "0.0000001");
  EXPECT_EQ(ToFixedNotation(9007199254740992), "9007199254740992");
  EXPECT_EQ(ToFixedNotation(9007199254740994), "9007199254740994");
  EXPECT_EQ(ToFixedNotation(-1.2345e25), "-12345000000000000000000000");
  EXPECT_EQ(ToFixedNotation(1e23), "1" + std::string(23, '0'));
  EXPECT_EQ(ToFixedNotation(1e308), "1" + std::string(308, '0'));
  EXPECT_EQ(ToFixedNotation(std::numeric_limits<double>::denorm_min()), "0." + std::string(323, '0') + "5");
}

}  // namespace
}  // namespace kval
