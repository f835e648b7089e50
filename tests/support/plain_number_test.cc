#include "src/support/plain_number.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace kval {
namespace {

TEST(PlainNumber, HasTheFewestDigitsAndNoExponent) {
  EXPECT_EQ(PlainNumber(0), "0");
  EXPECT_EQ(PlainNumber(-0.0), "-0");
  EXPECT_EQ(PlainNumber(1.5), "1.5");
  EXPECT_EQ(PlainNumber(-12), "-12");
  EXPECT_EQ(PlainNumber(1e-7), "0.0000001");
  EXPECT_EQ(PlainNumber(9007199254740992), "9007199254740992");
  EXPECT_EQ(PlainNumber(9007199254740994), "9007199254740994");
  EXPECT_EQ(PlainNumber(-1.2345e25), "-12345000000000000000000000");
  EXPECT_EQ(PlainNumber(1e23), "1" + std::string(23, '0'));
  EXPECT_EQ(PlainNumber(1e308), "1" + std::string(308, '0'));
  EXPECT_EQ(PlainNumber(std::numeric_limits<double>::denorm_min()), "0." + std::string(323, '0') + "5");
}

}  // namespace
}  // namespace kval
