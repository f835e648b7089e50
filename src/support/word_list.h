#pragma once

#include <string_view>

namespace kval {

// Returns whether a list of words, separated by single spaces, has a word.
constexpr bool HasWord(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::string_view first = words.substr(0, words.find(' '));
    if (first == word) {
      return true;
    }
    words.remove_prefix(first.size() < words.size() ? first.size() + 1 : first.size());
  }
  return false;
}

}  // namespace kval
