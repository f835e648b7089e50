#include "src/support/edit_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
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

TEST(Nearest, FindsTheClosestCandidate) {
  const std::vector<std::string_view> names = {"image_repo", "platform", "version"};
  EXPECT_EQ(Nearest("versiozq", names), "version");
  EXPECT_EQ(Nearest("Image-Repo", names), "image_repo");
  EXPECT_EQ(Nearest("x", names), "");
  EXPECT_EQ(Nearest("completely_other", names), "");
}

// Reference implementation: computes the complete table.
size_t WholeDistance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> table(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      table[i][j] = std::min(
          {table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
      }
    }
  }
  return table[a.size()][b.size()];
}

TEST(EditDistance, TheBandGivesWhatTheWholeTableGives) {
  std::mt19937 random(7);
  const auto word = [&random] {
    std::string text(random() % 9, 'a');
    for (char& c : text) {
      c = static_cast<char>('a' + random() % 3);
    }
    return text;
  };
  for (int i = 0; i < 20000; ++i) {
    const std::string a = word();
    const std::string b = word();
    const size_t limit = random() % 6;
    EXPECT_EQ(EditDistance(a, b, limit), std::min(limit, WholeDistance(a, b)))
        << a << " " << b << " " << limit;
  }
}

TEST(Nearest, GivesUpOnWordsThatNobodyTypes) {
  const std::string word(40000, 'a');
  const std::string near = word + "b";
  const std::vector<std::string_view> candidates = {near};
  EXPECT_EQ(Nearest(word, candidates), "");
}

}  // namespace
}  // namespace kval
