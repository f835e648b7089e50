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

TEST(Substitute, ShortensLongArguments) {
  const std::string text = "aaaé" + std::string(10, 'b');
  const SubstituteArg list[] = {SubstituteArg(text), SubstituteArg("short")};
  EXPECT_EQ(Substitute("`{}` is {}", std::span<const SubstituteArg>(list), size_t{5}), "`aaaé…` is short");
  EXPECT_EQ(Substitute("`{}` is {}", std::span<const SubstituteArg>(list), size_t{4}), "`aaa…` is shor…");
}

TEST(Substitute, CountsPlaceholders) {
  static_assert(CountPlaceholders("{} and {}") == 2);
  static_assert(CountPlaceholders("{ } {x}") == 0);
}

}  // namespace
}  // namespace kval
