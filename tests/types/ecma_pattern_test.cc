#include "src/types/ecma_pattern.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/types/pattern.h"

namespace kval::types {
namespace {

bool Matches(std::string_view pattern, std::string_view text) {
  const Result<Pattern> compiled = Pattern::CompileEcma(pattern);
  EXPECT_TRUE(compiled.ok()) << pattern;
  return compiled.ok() && compiled->Matches(text);
}

TEST(EcmaPattern, ClassesAreThoseOfEcma) {
  EXPECT_TRUE(Matches("^\\s$", "\u00a0"));
  EXPECT_TRUE(Matches("^[\\s]$", "\ufeff"));
  EXPECT_FALSE(Matches("^\\S$", "\u2029"));
  EXPECT_TRUE(Matches("^[\\S]$", "x"));
  EXPECT_FALSE(Matches("^\\d$", "\u09ea"));
  EXPECT_FALSE(Matches("^\\w$", "\u00e9"));
  EXPECT_TRUE(Matches("^[^]$", "\n"));
  EXPECT_FALSE(Matches("[]", "x"));
  EXPECT_FALSE(Matches("^.$", "\u2028"));
  EXPECT_TRUE(Matches("^[[a]$", "["));
}

TEST(EcmaPattern, EscapesNameCharacters) {
  EXPECT_TRUE(Matches("^\\u0061\\x62\\u{63}$", "abc"));
  EXPECT_TRUE(Matches("^\\ud83d\\udc32$", "\U0001f432"));
  EXPECT_TRUE(Matches("^\\cC$", "\x03"));
  EXPECT_TRUE(Matches("^\\/\\-$", "/-"));
  EXPECT_TRUE(Matches("^\\p{Letter}+$", "\u00e9a"));
  EXPECT_TRUE(Matches("^\\p{Script=Greek}$", "\u03b1"));
  EXPECT_TRUE(Matches("^{a}$", "{a}"));
  EXPECT_FALSE(Pattern::CompileEcma("^\\a$").ok());
  EXPECT_FALSE(Pattern::CompileEcma("(").ok());
  EXPECT_FALSE(Pattern::CompileEcma("[a").ok());
  EXPECT_FALSE(Pattern::CompileEcma("\\").ok());
}

TEST(EcmaPattern, TheEndIsTheEnd) {
  EXPECT_FALSE(Matches("^a$", "a\n"));
  EXPECT_FALSE(Matches("^(?=a)a$", "a\n"));
}

TEST(EcmaPattern, WhatLooksAroundOrBackRunsUnderALimit) {
  EXPECT_TRUE(Matches("^(?!x)[a-z]+$", "abc"));
  EXPECT_FALSE(Matches("^(?!x)[a-z]+$", "xbc"));
  EXPECT_TRUE(Matches("(?<=a)b", "ab"));
  // Invalid UTF-8.
  EXPECT_TRUE(Matches("(?<=a)\xEF\xBF\xBD$", "a\xF0"));
  EXPECT_FALSE(Matches("(?=b).", "\xF0"));
  EXPECT_TRUE(Matches("^(?<q>['\"]).*\\k<q>$", "'x'"));
  EXPECT_TRUE(Matches("^(a)\\1$", "aa"));
  EXPECT_TRUE(Matches("^a{2000}$", std::string(2000, 'a')));
  const Result<Pattern> slow = Pattern::CompileEcma("^(?=x?)(a+)+$");
  ASSERT_TRUE(slow.ok());
  EXPECT_EQ(slow->Match(std::string(40, 'a') + "b"), Pattern::MatchResult::kTooMuchWork);
}

}  // namespace
}  // namespace kval::types
