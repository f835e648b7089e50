#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace kval::lex {

// The spelling of a token in a language's table of operators and punctuation.
template <typename Token>
struct Spelling {
  std::string_view text;
  Token token;
};

// The longest spelling that `text` starts with, or null. The table may have any order.
template <typename Token>
constexpr const Spelling<Token>* LongestSpelling(std::span<const Spelling<Token>> table,
                                                 std::string_view text) {
  const Spelling<Token>* found = nullptr;
  const char first = text.empty() ? '\0' : text.front();
  for (const Spelling<Token>& entry : table) {
    if (entry.text.front() == first && text.starts_with(entry.text) &&
        (!found || entry.text.size() > found->text.size())) {
      found = &entry;
    }
  }
  return found;
}

// How tightly a binary operator binds: a higher level binds tighter, 0 is no operator.
enum class Associativity : uint8_t { kLeft, kRight, kNone };

struct Binding {
  uint8_t level = 0;
  Associativity associativity = Associativity::kLeft;
};

// The least level that the right operand's operators must have (precedence climbing).
constexpr uint8_t RightLevel(Binding binding) {
  return binding.associativity == Associativity::kRight ? binding.level
                                                        : static_cast<uint8_t>(binding.level + 1);
}

}  // namespace kval::lex
