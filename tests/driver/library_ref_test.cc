#include "src/driver/libraries/library_ref.h"

#include <gtest/gtest.h>

namespace kval::driver {
namespace {

struct ReadCase {
  const char* text;
  std::vector<std::pair<std::string, std::string>> steps;  // path, alias
};

TEST(LibraryRef, ReadsAddresses) {
  const ReadCase cases[] = {
      {"@lib", {{"lib", ""}}},
      {"@a/b", {{"a/b", ""}}},
      {"@~one", {{"", "one"}}},
      {"@lib~one", {{"lib", "one"}}},
      {"@lib~one@child@~two", {{"lib", "one"}, {"child", ""}, {"", "two"}}},
  };
  for (const ReadCase& test : cases) {
    const Result<std::vector<LibraryRef>> ref = ParseLibraryRef(test.text);
    ASSERT_TRUE(ref.ok()) << test.text;
    ASSERT_EQ(ref->size(), test.steps.size()) << test.text;
    for (size_t i = 0; i < test.steps.size(); ++i) {
      EXPECT_EQ((*ref)[i].path, test.steps[i].first) << test.text;
      EXPECT_EQ((*ref)[i].alias, test.steps[i].second) << test.text;
    }
    EXPECT_EQ(LibraryRefText(*ref), test.text);
  }
}

TEST(LibraryRef, RefusesWhatIsNoAddress) {
  for (const char* text : {"", "lib", "@lib~", "@~", "@lib~a~b", "~a"}) {
    EXPECT_FALSE(ParseLibraryRef(text).ok()) << text;
  }
}

TEST(LibraryRef, StepMatchesByPathOrAliasOrBoth) {
  const LibraryRef plain{"lib", ""};
  const LibraryRef aliased{"lib", "one"};
  EXPECT_TRUE((LibraryRef{"lib", ""}.Matches(plain)));
  EXPECT_TRUE((LibraryRef{"lib", ""}.Matches(aliased)));
  EXPECT_TRUE((LibraryRef{"", "one"}.Matches(aliased)));
  EXPECT_TRUE((LibraryRef{"lib", "one"}.Matches(aliased)));
  EXPECT_FALSE((LibraryRef{"", "one"}.Matches(plain)));
  EXPECT_FALSE((LibraryRef{"other", "one"}.Matches(aliased)));
  EXPECT_FALSE((LibraryRef{"other", ""}.Matches(plain)));
}

}  // namespace
}  // namespace kval::driver
