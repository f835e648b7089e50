#include "src/support/text_search.h"

#include <gtest/gtest.h>

#include <string>

namespace kval {
namespace {

TEST(FindText, TakesStringsThatAreNowhere) {
  EXPECT_EQ(FindText({}, "a"), std::string_view::npos);
  EXPECT_EQ(FindText({}, {}), 0u);
  EXPECT_EQ(FindText("a", "ab"), std::string_view::npos);
}

TEST(FindBytes, FindsWhatStringsFind) {
  // All strings of up to 9 characters of two, and all parts of up to 4.
  for (unsigned text_bits = 1; text_bits < 1U << 10; ++text_bits) {
    for (unsigned part_bits = 2; part_bits < 1U << 5; ++part_bits) {
      const auto decode = [](unsigned bits) {
        std::string text;
        for (; bits > 1; bits >>= 1) {
          text += (bits & 1U) != 0 ? 'a' : 'b';
        }
        return text;
      };
      const std::string text = decode(text_bits);
      const std::string part = decode(part_bits);
      const char* found = FindBytes(text, part);
      EXPECT_EQ(found == nullptr ? std::string::npos : static_cast<size_t>(found - text.data()),
                text.find(part))
          << text << " " << part;
    }
  }
}

TEST(FindWord, FindsWhatFindTextFinds) {
  const std::string_view words[] = {"#@", "#@data/", "a/b", "<<", "plain"};
  const std::string_view strings[] = {"",      "#",   "#@", "x#@data/ #@", "#@dat",
                                      "a/a/b", "<<<", "/b", "a/",          "a plain one"};
  for (const std::string_view word : words) {
    for (const std::string_view text : strings) {
      for (size_t from = 0; from <= text.size() + 1; ++from) {
        EXPECT_EQ(FindWord(text, word), FindText(text, word)) << text << " " << word;
        const size_t rare = word.size() / 2;
        EXPECT_EQ(FindWord(text, word, rare, from), FindText(text, word, from))
            << text << " " << word << from;
      }
    }
  }
}

TEST(FindWord, FindsAWordWithoutARareByteAtEveryPlace) {
  for (const std::string_view word :
       {std::string_view("properties"), std::string_view("aa"), std::string_view("ab")}) {
    for (size_t size = 0; size < 70; ++size) {
      const std::string without = std::string(size, 'a').replace(size / 2, size / 2, size / 2, 'p');
      EXPECT_EQ(FindWord(without, word), FindText(without, word)) << without << " " << word;
      for (size_t at = 0; at <= size; ++at) {
        const std::string text = std::string(at, 'p').append(word).append(size - at, 's');
        EXPECT_EQ(FindWord(text, word), FindText(text, word)) << text << " " << word;
      }
    }
  }
}

}  // namespace
}  // namespace kval
