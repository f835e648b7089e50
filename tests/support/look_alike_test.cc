#include "src/support/look_alike.h"

#include <gtest/gtest.h>

namespace kval {
namespace {

TEST(LookAlike, NamesWhatIsTakenForAscii) {
  EXPECT_EQ(Describe(*LookAlikeAt("\xC2\xA0x")), "U+00A0 (no-break space)");
  EXPECT_EQ(LookAlikeAt("с")->ascii, 'c');
  EXPECT_EQ(Describe(*LookAlikeAt("с")), "U+0441 (Cyrillic letter)");
  EXPECT_EQ(LookAlikeAt("：")->ascii, ':');
  EXPECT_TRUE(LookAlikeAt("\xEF\xBB\xBF")->is_blank());
}

TEST(LookAlike, LeavesOtherTextsAlone) {
  for (const char* text : {"c", "", "é", "日", "\xFF", "я"}) {
    EXPECT_FALSE(LookAlikeAt(text).has_value()) << text;
  }
}

TEST(LookAlike, GivesTheAsciiText) {
  EXPECT_EQ(WithoutLookAlikes("sеrviсe"), "service");
  EXPECT_EQ(WithoutLookAlikes("“a”\xE2\x80\x8B"), "\"a\"");
  size_t offset = 0;
  EXPECT_EQ(FirstLookAlike("seг\xC2\xA0", &offset)->name, "no-break space");
  EXPECT_EQ(offset, 4U);
}

}  // namespace
}  // namespace kval
