#include "src/support/go_pattern.h"

#include <gtest/gtest.h>

namespace kval {
namespace {

TEST(GoPattern, NamedGroupsAreRe2s) {
  const struct {
    std::string_view pattern;
    std::string_view text;
  } cases[] = {
      {"", ""},
      {"(?<year>\\d+)-(?P<month>.)", "(?P<year>\\d+)-(?P<month>.)"},
      {"\\((?<a>b)", "\\((?P<a>b)"},
      {"\\(?<a>", "\\(?<a>"},
      {"[(?<a>]", "[(?<a>]"},
      {"[](?<a>](?<b>c)", "[](?<a>](?P<b>c)"},
      {"[^](?<a>]", "[^](?<a>]"},
      {"[[:alpha:](?<a>\\]](?<b>)", "[[:alpha:](?<a>\\]](?P<b>)"},
      {"[[:](?<a>)", "[[:](?P<a>)"},
      {"\\Q(?<a>\\C\\E(?<b>)", "\\Q(?<a>\\C\\E(?P<b>)"},
      {"\\Q(?<a>", "\\Q(?<a>"},
      {"(?<=a)(?<!b)", "(?<=a)(?<!b)"},
      {"[(?<a>", "[(?<a>"},
      {"a\\", "a\\"},
  };
  for (const auto& one : cases) {
    EXPECT_EQ(GoPatternForRe2(one.pattern), one.text) << one.pattern;
  }
}

TEST(GoPattern, HasNoAnyByte) {
  EXPECT_EQ(GoPatternForRe2("a\\C"), std::nullopt);
  EXPECT_EQ(GoPatternForRe2("\\\\C"), "\\\\C");
}

}  // namespace
}  // namespace kval
