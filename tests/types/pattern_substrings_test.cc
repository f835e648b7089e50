#include "src/types/pattern_substrings.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kval::types {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PatternSubstrings, OccurInEveryMatch) {
  EXPECT_THAT(GetRequiredSubstrings("^app_"), ElementsAre("app_"));
  EXPECT_THAT(GetRequiredSubstrings("^a\\.b$"), ElementsAre("a.b"));
  EXPECT_THAT(GetRequiredSubstrings("ab*c?de+f"), ElementsAre("a", "de", "f"));
  EXPECT_THAT(GetRequiredSubstrings("x{0,3}y"), ElementsAre("y"));
  EXPECT_THAT(GetRequiredSubstrings("k[a-z\\]]v\\d1.2"), ElementsAre("k", "v", "1", "2"));
  EXPECT_THAT(GetRequiredSubstrings("aü?b"), ElementsAre("a", "b"));
}

TEST(PatternSubstrings, AreNoneWhereThePatternIsNotPlain) {
  for (const char* pattern : {"a|b", "(ab)", "(?i)ab", "\\x41b", "\\u0041b", "\\Qa\\E", "\\pLa",
                              "[[:alpha:]]b", "[]a]b", "[^]b", "a{", "a\\", "[a", ""}) {
    EXPECT_THAT(GetRequiredSubstrings(pattern), IsEmpty()) << pattern;
  }
}

}  // namespace
}  // namespace kval::types
