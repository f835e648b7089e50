#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kval::lex {

// The spelling of a token in a language's table of operators and punctuation.
template <typename Token>
struct TokenSpelling {
  std::string_view text;
  Token token;
};

// A language's spellings, found by their first character. The table may have any order; all spellings are
// ASCII.
template <typename Token, size_t kCount>
class TokenSpellingTable {
 public:
  constexpr explicit TokenSpellingTable(const TokenSpelling<Token> (&table)[kCount]) {
    size_t count = 0;
    for (size_t first = 0; first < kFirsts; ++first) {
      begins_[first] = static_cast<uint8_t>(count);
      for (const TokenSpelling<Token>& entry : table) {
        if (static_cast<size_t>(entry.text.front()) == first) {
          entries_[count++] = entry;
        }
      }
    }
    begins_[kFirsts] = static_cast<uint8_t>(count);
  }

  // The longest spelling that `text` starts with, or null.
  constexpr const TokenSpelling<Token>* Longest(std::string_view text) const {
    const TokenSpelling<Token>* found = nullptr;
    const size_t first = text.empty() ? kFirsts : static_cast<unsigned char>(text.front());
    if (first >= kFirsts) {
      return nullptr;
    }
    for (size_t i = begins_[first]; i < begins_[first + 1]; ++i) {
      const TokenSpelling<Token>& entry = entries_[i];
      if ((!found || entry.text.size() > found->text.size()) && text.starts_with(entry.text)) {
        found = &entry;
      }
    }
    return found;
  }

 private:
  static constexpr size_t kFirsts = 128;
  static_assert(kCount < 256);
  TokenSpelling<Token> entries_[kCount] = {};
  uint8_t begins_[kFirsts + 1] = {};
};

// The precedence of a binary operator: a higher level binds more tightly, 0 is not an operator.
enum class Associativity : uint8_t { kLeft, kRight, kNone };

struct OperatorPrecedence {
  uint8_t level = 0;
  Associativity associativity = Associativity::kLeft;
};

// The minimum level of operators in the right operand (precedence climbing).
constexpr uint8_t RightLevel(OperatorPrecedence binding) {
  return binding.associativity == Associativity::kRight ? binding.level
                                                        : static_cast<uint8_t>(binding.level + 1);
}

}  // namespace kval::lex
