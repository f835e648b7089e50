#include "src/explain/terminal.h"

#include <gtest/gtest.h>

namespace kval::explain {
namespace {

std::string Rendered(std::string_view markdown, uint32_t width = 100) {
  return RenderPage(markdown, {false, width});
}

TEST(TerminalTest, TextIsFilledToTheWidth) {
  EXPECT_EQ("one two\nthree\n", Rendered("one\ntwo three\n", 8));
  EXPECT_EQ("unbreakable\nword\n", Rendered("unbreakable word\n", 4));
}

TEST(TerminalTest, CodeInALineIsNotParted) {
  EXPECT_EQ("write\n`kval -f values.yml`\nso\n", Rendered("write `kval -f values.yml` so\n", 10));
}

TEST(TerminalTest, TextNextToAColumnIsIndentedBelowIt) {
  EXPECT_EQ("one\n    two\n    three\n", WrapText("one two three", 10, 4, 7));
}

TEST(TerminalTest, ListItemsHang) {
  EXPECT_EQ("text\n\n- first\n  item\n- second\n\ntext\n",
            Rendered("text\n\n- first\n  item\n- second\n\ntext\n", 8));
}

TEST(TerminalTest, CodeIsIndentedBelowItsFile) {
  EXPECT_EQ("  values.yml\n    a:\n\n      b: 1\n", Rendered("```yaml values.yml\na:\n\n  b: 1\n```\n"));
  EXPECT_EQ("    $ kval values -f a.yml\n", Rendered("```console\n$ kval values -f a.yml\n```\n"));
}

TEST(TerminalTest, TheTitleIsLeftToTheCaller) {
  EXPECT_EQ("text\n\nInstead\n\ntext\n", Rendered("# KV301 name\n\ntext\n\n## Instead\n\ntext\n"));
}

TEST(TerminalTest, HeadingsAreStrongInColour) {
  EXPECT_EQ("\x1b[1mInstead\x1b[0m\n", RenderPage("## Instead\n", {true, 100}));
}

TEST(TerminalTest, AFenceThatIsNeverClosedEndsWithTheText) {
  EXPECT_EQ("    a\n", Rendered("```\na"));
}

}  // namespace
}  // namespace kval::explain
