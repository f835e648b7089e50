#include "src/support/edit_distance.h"

#include <gtest/gtest.h>

#include <vector>

namespace kval {
namespace {

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(EditDistance("port", "port", 9), 0U);
  EXPECT_EQ(EditDistance("port", "prt", 9), 1U);
  EXPECT_EQ(EditDistance("kitten", "sitting", 9), 3U);
  EXPECT_EQ(EditDistance("", "abc", 9), 3U);
}

TEST(EditDistance, CountsSwappedLettersAsOne) {
  EXPECT_EQ(EditDistance("hots", "host", 9), 1U);
}

TEST(EditDistance, StopsAtTheLimit) {
  EXPECT_EQ(EditDistance("aaaaaaaa", "bbbbbbbb", 3), 3U);
}

TEST(Nearest, FindsWhatWasMeant) {
  const std::vector<std::string_view> names = {"image_repo", "platform", "version"};
  EXPECT_EQ(Nearest("versiozq", names), "version");
  EXPECT_EQ(Nearest("Image-Repo", names), "image_repo");
  EXPECT_EQ(Nearest("x", names), "");
  EXPECT_EQ(Nearest("completely_other", names), "");
}

}  // namespace
}  // namespace kval
