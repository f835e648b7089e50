#include "src/source/encoding.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/support/utf8.h"

namespace kval::source {
namespace {

using namespace std::string_literals;

TEST(ToUtf8, ReadsUtf16AndUtf32ByTheirMarks) {
  EXPECT_EQ(ToUtf8("\xFF\xFE"
                   "a\0:\0 \0\xE9\0"s),
            "a: \xC3\xA9");
  EXPECT_EQ(ToUtf8("\xFE\xFF"
                   "\0a\0:"s),
            "a:");
  EXPECT_EQ(ToUtf8("\xFF\xFE\0\0"
                   "a\0\0\0"s),
            "a");
  EXPECT_EQ(ToUtf8("\0\0\xFE\xFF"
                   "\0\0\0a"s),
            "a");
}

TEST(ToUtf8, JoinsSurrogates) {
  EXPECT_EQ(ToUtf8("\xFF\xFE\x3D\xD8\x00\xDE"s), "\xF0\x9F\x98\x80");
}

TEST(ToUtf8, KnowsUtf16WithoutAMarkByItsZeroBytes) {
  EXPECT_EQ(ToUtf8("a\0:\0"s), "a:");
  EXPECT_EQ(ToUtf8("\0a\0:"s), "a:");
}

TEST(ToUtf8, LeavesEverythingElseAlone) {
  for (const std::string& text : {""s, "a"s, "a: 1\n"s,
                                  "\xEF\xBB\xBF"
                                  "a"s,
                                  "\xFF"s, "a\0b"s, "a\0b:"s}) {
    EXPECT_EQ(ToUtf8(text), text);
  }
}

TEST(ToUtf8, WhatMakesNoCharacterStaysInvalid) {
  const std::string lone = ToUtf8(
      "\xFF\xFE"
      "a\0\x00\xD8"
      "b\0"s);
  EXPECT_EQ(lone.size(), 5U);
  EXPECT_EQ(utf8::FirstInvalid(lone), 1U);
  EXPECT_EQ(utf8::FirstInvalid(ToUtf8("\xFF\xFE"
                                      "a\0b"s)),
            1U);
}

}  // namespace
}  // namespace kval::source
