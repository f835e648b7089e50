#include "src/support/utf8.h"

#include <gtest/gtest.h>

namespace kval::utf8 {
namespace {

TEST(Utf8, DecodesEachLength) {
  EXPECT_EQ(Decode("a", 0).value, U'a');
  EXPECT_EQ(Decode("é", 0).value, U'é');
  EXPECT_EQ(Decode("€", 0).length, 3);
  EXPECT_EQ(Decode("😀", 0).value, U'😀');
  EXPECT_EQ(Decode("", 0).length, 0);
}

TEST(Utf8, RefusesWhatRfc3629Forbids) {
  for (const char* text : {"\x80", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\xFF"}) {
    const CodePoint decoded = Decode(text, 0);
    EXPECT_FALSE(decoded.valid) << text;
    EXPECT_EQ(decoded.length, 1);
  }
}

TEST(Utf8, FindsTheFirstIllFormedByte) {
  EXPECT_EQ(FirstInvalid("all good, häh? 😀"), std::string_view("all good, häh? 😀").size());
  EXPECT_EQ(FirstInvalid("0123456789\xFFz"), 10U);
}

TEST(Utf8, CountsCodePoints) {
  EXPECT_EQ(Count("äöü"), 3U);
  EXPECT_EQ(Count("a\xFF!"), 3U);
}

TEST(Utf8, FindsCodePointsByTheirNumber) {
  const std::string_view strings[] = {"",
                                      "a",
                                      "plain text of more than eight bytes",
                                      "aä€😀 and on and on é",
                                      "long enough\xFF\xC3 to have words",
                                      "äääääääää12345678901234567890ß"};
  for (const std::string_view text : strings) {
    size_t offset = 0;
    for (size_t n = 0; n <= Count(text); ++n) {
      EXPECT_EQ(OffsetOf(text, n), offset) << text << " " << n;
      offset += Decode(text, offset).length;
    }
    EXPECT_EQ(OffsetOf(text, Count(text) + 1), std::string_view::npos);
  }
}

TEST(Utf8, AppendsWhatItDecodes) {
  std::string out;
  for (char32_t code_point : {U'a', U'é', U'€', U'😀'}) {
    Append(out, code_point);
  }
  EXPECT_EQ(out, "aé€😀");
  std::string surrogate;
  Append(surrogate, 0xD800);
  EXPECT_EQ(surrogate, "\xEF\xBF\xBD");
}

TEST(Utf8, MarksOfDirectionAreThoseOfUnicode) {
  std::u32string marks;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (IsDirectionMark(c)) {
      marks.push_back(c);
    }
  }
  EXPECT_EQ(marks, U"\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069");
}

TEST(Utf8, ShortensBetweenCodePoints) {
  EXPECT_EQ(utf8::Shorten("éé", 4), "éé");
  EXPECT_EQ(utf8::Shorten("ééé", 3), "é…");
  EXPECT_EQ(utf8::Shorten("ééé", 1), "…");
  EXPECT_EQ(utf8::Shorten("abcdéf", 4, 2), "ab…f");
  EXPECT_EQ(utf8::Shorten("abcdef", 4, 2), "ab…ef");
}

}  // namespace
}  // namespace kval::utf8
