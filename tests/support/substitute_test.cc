#include "src/support/substitute.h"

#include <gtest/gtest.h>

#include "src/support/interner.h"

namespace kval {
namespace {

TEST(Substitute, PutsArgumentsInTheirPlaces) {
  EXPECT_EQ(Substitute("expected {}, found {}", "integer", std::string("string")),
            "expected integer, found string");
  EXPECT_EQ(Substitute("{} of {}", 3, size_t{7}), "3 of 7");
  EXPECT_EQ(Substitute("a { b } c"), "a { b } c");
}

TEST(Substitute, CountsPlaceholders) {
  static_assert(CountPlaceholders("{} and {}") == 2);
  static_assert(CountPlaceholders("{ } {x}") == 0);
}

TEST(Interner, GivesEqualTextsOneSymbol) {
  Interner interner;
  const Symbol a = interner.Intern("a");
  EXPECT_EQ(interner.Intern(std::string("a")), a);
  EXPECT_NE(interner.Intern("b"), a);
  EXPECT_EQ(interner.Text(a), "a");
  EXPECT_FALSE(interner.Find("c").has_value());
}

}  // namespace
}  // namespace kval
