#include "src/support/confusables.h"

#include <gtest/gtest.h>

namespace kval {
namespace {

TEST(Confusable, NamesWhatIsTakenForAscii) {
  EXPECT_EQ(Describe(*GetConfusableAt("\xC2\xA0x")), "U+00A0 (no-break space)");
  EXPECT_EQ(GetConfusableAt("с")->ascii, 'c');
  EXPECT_EQ(Describe(*GetConfusableAt("с")), "U+0441 (Cyrillic letter)");
  EXPECT_EQ(GetConfusableAt("：")->ascii, ':');
  EXPECT_TRUE(GetConfusableAt("\xEF\xBB\xBF")->is_space());
}

TEST(Confusable, LeavesOtherStringsAlone) {
  for (const char* text : {"c", "", "é", "日", "\xFF", "я"}) {
    EXPECT_FALSE(GetConfusableAt(text).has_value()) << text;
  }
}

TEST(Confusable, GivesTheAsciiText) {
  EXPECT_EQ(ReplaceConfusables("sеrviсe"), "service");
  EXPECT_EQ(ReplaceConfusables("“a”\xE2\x80\x8B"), "\"a\"");
  size_t offset = 0;
  EXPECT_EQ(FindConfusable("seг\xC2\xA0", &offset)->name, "no-break space");
  EXPECT_EQ(offset, 4U);
}

}  // namespace
}  // namespace kval
