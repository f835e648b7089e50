#include "src/types/pattern_pieces.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kval::types {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PatternPieces, AreWhatMustStandInAMatch) {
  EXPECT_THAT(PiecesOfPattern("^app_"), ElementsAre("app_"));
  EXPECT_THAT(PiecesOfPattern("^a\\.b$"), ElementsAre("a.b"));
  EXPECT_THAT(PiecesOfPattern("ab*c?de+f"), ElementsAre("a", "de", "f"));
  EXPECT_THAT(PiecesOfPattern("x{0,3}y"), ElementsAre("y"));
  EXPECT_THAT(PiecesOfPattern("k[a-z\\]]v\\d1.2"), ElementsAre("k", "v", "1", "2"));
  EXPECT_THAT(PiecesOfPattern("aü?b"), ElementsAre("a", "b"));
}

TEST(PatternPieces, AreNoneWhereThePatternIsNotPlain) {
  for (const char* pattern : {"a|b", "(ab)", "(?i)ab", "\\x41b", "\\u0041b", "\\Qa\\E", "\\pLa",
                              "[[:alpha:]]b", "[]a]b", "[^]b", "a{", "a\\", "[a", ""}) {
    EXPECT_THAT(PiecesOfPattern(pattern), IsEmpty()) << pattern;
  }
}

}  // namespace
}  // namespace kval::types
