#include "src/support/substring_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace kval {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SubstringIndex, FindsPatternsWhoseSubstringOccurs) {
  SubstringIndex index;
  index.Add(SplitAtWildcards("*abc*", "*"), 0);
  index.Add(SplitAtWildcards("x*", "*"), 1);
  index.Add(SplitAtWildcards("*?*", "*?"), 2);
  index.Add(SplitAtWildcards("abc*", "*"), 3);
  EXPECT_THAT(index.In("zabcz"), ElementsAre(0, 2, 3));
  EXPECT_THAT(index.In("xxxx"), ElementsAre(1, 2));
  EXPECT_THAT(index.In(""), ElementsAre(2));
}

TEST(SubstringIndex, PrefersThePieceThatFewHave) {
  SubstringIndex index;
  for (size_t i = 0; i < 100; ++i) {
    index.Add(SplitAtWildcards("*x" + std::to_string(i) + "-*.yaml", "*"), i);
  }
  EXPECT_THAT(index.In("x42-.yaml"), ElementsAre(0, 42));
  EXPECT_THAT(index.In("y.yaml"), ElementsAre(0));
}

TEST(SubstringIndex, KnowsALongPieceByItsBeginning) {
  SubstringIndex index;
  index.Add(SplitAtWildcards("*" + std::string(100, 'a') + "*", "*"), 0);
  EXPECT_THAT(index.In(std::string(50, 'a')), ElementsAre(0));
  EXPECT_THAT(index.In("a"), IsEmpty());
}

TEST(SplitAtWildcards, SplitsBetweenWildcards) {
  EXPECT_THAT(SplitAtWildcards("*a?bc*", "*?"), ElementsAre("a", "bc"));
  EXPECT_THAT(SplitAtWildcards("**", "*"), IsEmpty());
}

}  // namespace
}  // namespace kval
