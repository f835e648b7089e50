#include "src/support/interner.h"

#include <gtest/gtest.h>

#include <string>

namespace kval {
namespace {

TEST(Interner, GivesEqualStringsOneSymbol) {
  Interner interner;
  const Symbol a = interner.Intern("a");
  EXPECT_EQ(interner.Intern(std::string("a")), a);
  EXPECT_NE(interner.Intern("b"), a);
  EXPECT_EQ(interner.Text(a), "a");
  EXPECT_FALSE(interner.Find("c").has_value());
}

TEST(Interner, KeepsEveryTextWhileItGrows) {
  Interner interner;
  EXPECT_FALSE(interner.Find("").has_value());
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(interner.Intern("name" + std::to_string(i)).index, i);
  }
  for (int i = 0; i < 1000; ++i) {
    const std::string text = "name" + std::to_string(i);
    EXPECT_EQ(interner.Find(text).index, i);
    EXPECT_EQ(interner.Text(interner.Intern(text)), text);
  }
  EXPECT_FALSE(interner.Find("name1000").has_value());
}

}  // namespace
}  // namespace kval
