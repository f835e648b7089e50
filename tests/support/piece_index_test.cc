#include "src/support/piece_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace kval {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PieceIndex, AsksThoseWhosePieceStandsInTheText) {
  PieceIndex index;
  index.Add(PiecesOf("*abc*", "*"), 0);
  index.Add(PiecesOf("x*", "*"), 1);
  index.Add(PiecesOf("*?*", "*?"), 2);
  index.Add(PiecesOf("abc*", "*"), 3);
  EXPECT_THAT(index.In("zabcz"), ElementsAre(0, 2, 3));
  EXPECT_THAT(index.In("xxxx"), ElementsAre(1, 2));
  EXPECT_THAT(index.In(""), ElementsAre(2));
}

TEST(PieceIndex, PrefersThePieceThatFewHave) {
  PieceIndex index;
  for (size_t i = 0; i < 100; ++i) {
    index.Add(PiecesOf("*x" + std::to_string(i) + "-*.yaml", "*"), i);
  }
  EXPECT_THAT(index.In("x42-.yaml"), ElementsAre(0, 42));
  EXPECT_THAT(index.In("y.yaml"), ElementsAre(0));
}

TEST(PieceIndex, KnowsALongPieceByItsBeginning) {
  PieceIndex index;
  index.Add(PiecesOf("*" + std::string(100, 'a') + "*", "*"), 0);
  EXPECT_THAT(index.In(std::string(50, 'a')), ElementsAre(0));
  EXPECT_THAT(index.In("a"), IsEmpty());
}

TEST(PiecesOf, AreWhatStandsBetweenWildcards) {
  EXPECT_THAT(PiecesOf("*a?bc*", "*?"), ElementsAre("a", "bc"));
  EXPECT_THAT(PiecesOf("**", "*"), IsEmpty());
}

}  // namespace
}  // namespace kval
