#include "src/lang/lex/number.h"

#include <gtest/gtest.h>

namespace kval::lex {
namespace {

struct Case {
  const char* text;
  NumberForm form;
  int base;
  const char* digits;
  size_t length;
  NumberError error = NumberError::kNone;
  NumberSyntax syntax = {};
};

constexpr NumberForm kInt = NumberForm::kInteger;
constexpr NumberForm kFloat = NumberForm::kFloat;
constexpr NumberSyntax kUnderscores{true, false, false};
constexpr NumberSyntax kOctal{false, true, false};
constexpr NumberSyntax kPointNeedsDigit{false, false, true};

TEST(NumberTest, scans_the_longest_number) {
  const Case cases[] = {
      {"0", kInt, 10, "0", 1},
      {"123abc", kInt, 10, "123", 3},
      {"00", kInt, 10, "00", 2},
      {"0x1Fg", kInt, 16, "1F", 4},
      {"0b101", kInt, 2, "101", 5},
      {"0O17", kInt, 8, "17", 4},
      {"1.5", kFloat, 10, "1.5", 3},
      {".5", kFloat, 10, "0.5", 2},
      {"1.", kFloat, 10, "1.0", 2},
      {"1.", kInt, 10, "1", 1, NumberError::kNone, kPointNeedsDigit},
      {"1..2", kFloat, 10, "1.0", 2},
      {"1e3", kFloat, 10, "1e3", 3},
      {"1E+3", kFloat, 10, "1e3", 4},
      {"1.5e-3x", kFloat, 10, "1.5e-3", 6},
      {"1else", kInt, 10, "1", 1},
      {"1e", kFloat, 10, "1e0", 2, NumberError::kBadExponent},
      {"1e+", kFloat, 10, "1e0", 3, NumberError::kBadExponent},
      {"0x", kInt, 16, "", 2, NumberError::kNoDigits},
      {"0b12", kInt, 2, "12", 4, NumberError::kBadDigit},
      {"012", kInt, 10, "012", 3, NumberError::kLeadingZero},
      {"012", kInt, 8, "012", 3, NumberError::kNone, kOctal},
      {"08", kInt, 8, "08", 2, NumberError::kBadDigit, kOctal},
      {"1_000", kInt, 10, "1", 1},
      {"1_000", kInt, 10, "1000", 5, NumberError::kNone, kUnderscores},
      {"0x_f", kInt, 16, "f", 4, NumberError::kNone, kUnderscores},
      {"1__0", kInt, 10, "10", 4, NumberError::kBadUnderscore, kUnderscores},
      {"1_", kInt, 10, "1", 2, NumberError::kBadUnderscore, kUnderscores},
  };
  for (const Case& test : cases) {
    Cursor cursor(test.text, 100);
    const Number number = ScanNumber(cursor, test.syntax);
    EXPECT_EQ(number.form, test.form) << test.text;
    EXPECT_EQ(number.base, test.base) << test.text;
    EXPECT_EQ(number.digits, test.digits) << test.text;
    EXPECT_EQ(number.error, test.error) << test.text;
    EXPECT_EQ(number.span, (source::Span{100, 100 + static_cast<uint32_t>(test.length)})) << test.text;
  }
}

TEST(NumberTest, values) {
  uint64_t integer = 0;
  EXPECT_TRUE(ToUint64("ff", 16, integer));
  EXPECT_EQ(integer, 255U);
  EXPECT_TRUE(ToUint64("18446744073709551615", 10, integer));
  EXPECT_FALSE(ToUint64("18446744073709551616", 10, integer));
  double real = 0;
  EXPECT_TRUE(ToDouble("1.5e3", real));
  EXPECT_EQ(real, 1500.0);
  EXPECT_FALSE(ToDouble("1e999", real));
  EXPECT_TRUE(ToDouble("1e-999", real));
  EXPECT_EQ(real, 0.0);
}

}  // namespace
}  // namespace kval::lex
