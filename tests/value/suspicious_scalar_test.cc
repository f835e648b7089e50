#include "src/value/suspicious_scalar.h"

#include <gtest/gtest.h>

namespace kval::value {
namespace {

// Returns a scalar that takes `written` bytes in its source.
Value Scalar(std::string_view raw, Style style, uint32_t written) {
  Value value;
  value.kind = Kind::kString;
  value.style = style;
  value.span = {0, written};
  value.raw = raw;
  return value;
}

bool ReportsSuspicious(std::string_view raw, Style style = Style::kPlain) {
  return IsSuspicious(Scalar(raw, style, static_cast<uint32_t>(raw.size())));
}

TEST(SuspiciousScalar, WhatReadersDisagreeAbout) {
  for (const char* suspicious : {"yes", "No", "on", "off", "y", "0755", "-017"}) {
    EXPECT_TRUE(ReportsSuspicious(suspicious)) << suspicious;
    EXPECT_FALSE(ReportsSuspicious(suspicious, Style::kDoubleQuoted)) << suspicious;
  }
  for (const char* usual : {"", "0", "0.5", "no one", "true", "nope", "a - b", "1e3", "12:30", "0x1f"}) {
    EXPECT_FALSE(ReportsSuspicious(usual)) << usual;
  }
}

TEST(SuspiciousScalar, TypographicQuotes) {
  EXPECT_TRUE(
      ReportsSuspicious("\xe2\x80\x9c"
                        "a\xe2\x80\x9d"));
  EXPECT_FALSE(ReportsSuspicious("a\xe2\x80\x9d"));
}

TEST(SuspiciousScalar, LinesThatMayBeItemsOrBrackets) {
  EXPECT_TRUE(IsSuspicious(Scalar("a - b", Style::kPlain, 9)));
  EXPECT_TRUE(IsSuspicious(Scalar("a ]", Style::kPlain, 6)));
  EXPECT_FALSE(IsSuspicious(Scalar("a b", Style::kPlain, 6)));
  EXPECT_FALSE(IsSuspicious(Scalar("a - b", Style::kFolded, 9)));
}

}  // namespace
}  // namespace kval::value
