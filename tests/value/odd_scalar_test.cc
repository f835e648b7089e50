#include "src/value/odd_scalar.h"

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

bool IsOdd(std::string_view raw, Style style = Style::kPlain) {
  return MayBeOdd(Scalar(raw, style, static_cast<uint32_t>(raw.size())));
}

TEST(OddScalar, WhatReadersDisagreeAbout) {
  for (const char* odd : {"yes", "No", "on", "off", "y", "0755", "-017"}) {
    EXPECT_TRUE(IsOdd(odd)) << odd;
    EXPECT_FALSE(IsOdd(odd, Style::kDoubleQuoted)) << odd;
  }
  for (const char* usual : {"", "0", "0.5", "no one", "true", "nope", "a - b", "1e3", "12:30", "0x1f"}) {
    EXPECT_FALSE(IsOdd(usual)) << usual;
  }
}

TEST(OddScalar, TypographicQuotes) {
  EXPECT_TRUE(
      IsOdd("\xe2\x80\x9c"
            "a\xe2\x80\x9d"));
  EXPECT_FALSE(IsOdd("a\xe2\x80\x9d"));
}

TEST(OddScalar, LinesThatMayBeItemsOrBrackets) {
  EXPECT_TRUE(MayBeOdd(Scalar("a - b", Style::kPlain, 9)));
  EXPECT_TRUE(MayBeOdd(Scalar("a ]", Style::kPlain, 6)));
  EXPECT_FALSE(MayBeOdd(Scalar("a b", Style::kPlain, 6)));
  EXPECT_FALSE(MayBeOdd(Scalar("a - b", Style::kFolded, 9)));
}

}  // namespace
}  // namespace kval::value
