#include "src/value/decimal.h"

#include <gtest/gtest.h>

#include <string_view>

#include "src/value/scalar_resolve.h"

namespace kval::value {
namespace {

Value Number(std::string_view text) {
  const Resolved resolved = Resolve(Dialect::kYaml12, text);
  Value value;
  value.kind = resolved.kind;
  value.is_unsigned = resolved.is_unsigned;
  value.raw = text;
  if (resolved.kind == Kind::kFloat) {
    value.real = resolved.real;
  } else {
    value.integer = resolved.integer;
  }
  return value;
}

TEST(Decimal, MultiplesAreReportedByDigits) {
  const auto is_multiple = [](std::string_view number, std::string_view divisor) {
    return IsMultipleOf(Number(number), Number(divisor)).value_or(false);
  };
  EXPECT_TRUE(is_multiple("0.07", "0.01"));
  EXPECT_TRUE(is_multiple("4.35", "0.01"));
  EXPECT_FALSE(is_multiple("0.075", "0.01"));
  EXPECT_TRUE(is_multiple("0.0075", "0.0001"));
  EXPECT_FALSE(is_multiple("0.00751", "0.0001"));
  EXPECT_TRUE(is_multiple("1e308", "0.5"));
  EXPECT_FALSE(is_multiple("1e308", "0.123456789"));
  EXPECT_TRUE(is_multiple("-9", "3"));
  EXPECT_TRUE(is_multiple("0", "7"));
  EXPECT_TRUE(is_multiple("12345678901234567890", "10"));
  EXPECT_FALSE(IsMultipleOf(Number("1"), Number("0.0")).has_value());
  EXPECT_FALSE(IsMultipleOf(Number(".inf"), Number("2")).has_value());
}

TEST(Decimal, WholeNumbersHaveNoFractionHoweverTheyAreWritten) {
  for (const char* text :
       {"1", "1.0", "1e3", "-0.0", "12345678910111213141516171819202122232425262728293031"}) {
    EXPECT_TRUE(IsWhole(Number(text))) << text;
  }
  for (const char* text : {"1.5", "1e-3", ".inf", ".nan"}) {
    EXPECT_FALSE(IsWhole(Number(text))) << text;
  }
}

TEST(Decimal, NumbersThatAreOneDoubleAreReported) {
  EXPECT_EQ(CompareExactly(Number("972783798187987123879878123.18878137"),
                           Number("972783798187987123879878123.188781371")),
            -1);
  EXPECT_EQ(CompareExactly(Number("9007199254740993.0"), Number("9007199254740992")), 1);
  EXPECT_EQ(CompareExactly(Number("-1.50"), Number("-1.5")), 0);
  EXPECT_EQ(CompareExactly(Number("-2"), Number("1")), -1);
  EXPECT_EQ(CompareExactly(Number("0.0"), Number("-0.0")), 0);
}

TEST(Decimal, EqualityCountsWhatADoubleCannotHold) {
  const auto value = [](std::string_view text) { return Number(text); };
  EXPECT_FALSE(EqualExactly(value("12345678901234567890.5"), value("12345678901234567890.6")));
  EXPECT_FALSE(EqualExactly(value("0.1"), value("0.10000000000000000001")));
  EXPECT_FALSE(EqualExactly(value("1"), value("1.00000000000000000001")));
  EXPECT_TRUE(EqualExactly(value("1"), value("1.0")));
  EXPECT_TRUE(EqualExactly(value("1.50"), value("15e-1")));
  EXPECT_TRUE(EqualExactly(value(".nan"), value(".nan")) == Equal(value(".nan"), value(".nan")));
  EXPECT_TRUE(IsExactlyRepresentable(value("0.1")));
  EXPECT_TRUE(IsExactlyRepresentable(value("1e3")));
  EXPECT_FALSE(IsExactlyRepresentable(value("12345678901234567890.5")));
}

}  // namespace
}  // namespace kval::value
