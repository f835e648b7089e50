#include "src/lang/kcl/runtime/json_number.h"

#include <gtest/gtest.h>

#include <cmath>

#include "src/lang/kcl/runtime/text.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::runtime {
namespace {

// Source of the expectations: json.decode of kcl_lib 0.12.
TEST(JsonNumberTest, ReadsWhatKclReads) {
  EXPECT_EQ(ReadJsonNumber("1615.2945632879303"), 1615.2945632879305);
  EXPECT_EQ(ReadJsonNumber("110.00000000000001"), 110.0);
  EXPECT_EQ(ReadJsonNumber("1.175494351e-36"), 1.1754943510000001e-36);
  EXPECT_EQ(ReadJsonNumber("-100.1100000000000001"), -100.11);
  EXPECT_EQ(ReadJsonNumber("12345678901234567890.5"), 1.2345678901234567e19);
  EXPECT_EQ(ReadJsonNumber("123456789012345678901234567890"), 1.2345678901234568e29);
  EXPECT_EQ(ReadJsonNumber("0.1000000000000000055511151231257827"), 0.1);
}

TEST(JsonNumberTest, ReadsWhatIsExactAsItIs) {
  for (const double real :
       {0.5, 0.1, 12.25, 1e22, 1e23, 2.2250738585072014e-308, 1.7976931348623157e308, 5e-324}) {
    EXPECT_EQ(ThroughJson(real), real);
    EXPECT_EQ(ThroughJson(-real), -real);
  }
  EXPECT_TRUE(std::signbit(ReadJsonNumber("-0.0")));
}

TEST(JsonNumberTest, AnExponentOfAnySizeEnds) {
  EXPECT_TRUE(std::isinf(ReadJsonNumber("1e400")));
  EXPECT_TRUE(std::isinf(ReadJsonNumber("-1e99999999999999999999")));
  EXPECT_EQ(ReadJsonNumber("1e-400"), 0);
  EXPECT_EQ(ReadJsonNumber("1E-99999999999999999999"), 0);
  EXPECT_EQ(ReadJsonNumber("0e99999999999999999999"), 0);
  EXPECT_EQ(ReadJsonNumber("10E+1"), 100);
}

TEST(JsonNumberTest, YamlIsWrittenThroughJson) {
  EXPECT_EQ(YamlText(Float(100 * 1.1)), "110.0\n");
  EXPECT_EQ(JsonText(Float(100 * 1.1)), "110.00000000000001");
}

}  // namespace
}  // namespace kval::kcl::runtime
