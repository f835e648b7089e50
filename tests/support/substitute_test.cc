#include "src/support/substitute.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace kval
