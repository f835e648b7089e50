#include "src/support/text_search.h"

#include <gtest/gtest.h>

#include <string>

namespace kval {
namespace {

TEST(FindText, TakesTextsThatAreNowhere) {
  EXPECT_EQ(FindText({}, "a"), std::string_view::npos);
  EXPECT_EQ(FindText({}, {}), 0u);
  EXPECT_EQ(FindText("a", "ab"), std::string_view::npos);
}

TEST(FindWord, FindsWhatFindTextFinds) {
  const std::string_view words[] = {"#@", "#@data/", "a/b", "<<", "plain"};
  const std::string_view texts[] = {"",      "#",   "#@", "x#@data/ #@", "#@dat",
                                    "a/a/b", "<<<", "/b", "a/",          "a plain one"};
  for (const std::string_view word : words) {
    for (const std::string_view text : texts) {
      for (size_t from = 0; from <= text.size() + 1; ++from) {
        EXPECT_EQ(FindWord(text, word), FindText(text, word)) << text << " " << word;
        const size_t rare = word.size() / 2;
        EXPECT_EQ(FindWord(text, word, rare, from), FindText(text, word, from))
            << text << " " << word << from;
      }
    }
  }
}

}  // namespace
}  // namespace kval
