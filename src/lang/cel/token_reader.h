#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/cel/lexer.h"

namespace kval::cel {

// The lexemes of a text, read from the left with as much of a look ahead as is wanted. Behind the last one,
// which is kEnd, there is kEnd again.
class TokenReader {
 public:
  explicit TokenReader(std::string_view text) : text_(text) {}

  void Read(std::vector<Lexeme> lexemes) { lexemes_ = std::move(lexemes); }

  const Lexeme& Peek(size_t ahead = 0) const {
    return lexemes_[std::min(position_ + ahead, lexemes_.size() - 1)];
  }
  bool At(Token token) const { return Peek().token == token; }
  // Consumes the next token if it is `token`.
  bool Take(Token token) {
    if (!At(token)) {
      return false;
    }
    ++position_;
    return true;
  }
  const Lexeme& Next() { return lexemes_[position_++]; }

  uint32_t PreviousEnd() const { return position_ == 0 ? 0 : lexemes_[position_ - 1].end; }
  std::string_view text() const { return text_; }
  std::string_view TextOf(const Lexeme& lexeme) const {
    return text_.substr(lexeme.begin, lexeme.end - lexeme.begin);
  }

 private:
  std::string_view text_;
  std::vector<Lexeme> lexemes_;
  size_t position_ = 0;
};

}  // namespace kval::cel
