#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/token.h"

namespace kval::kcl {

constexpr bool IsOpeningBracket(TokenKind kind) {
  return kind == TokenKind::kOpenParen || kind == TokenKind::kOpenBracket || kind == TokenKind::kOpenBrace;
}
constexpr bool IsClosingBracket(TokenKind kind) {
  return kind == TokenKind::kCloseParen || kind == TokenKind::kCloseBracket || kind == TokenKind::kCloseBrace;
}
constexpr TokenKind CloserOf(TokenKind open) {
  return static_cast<TokenKind>(static_cast<uint8_t>(open) + 1);
}

// Which bracket closes which, while a file is cut into tokens. One that is never closed is reported at its
// own place and closed where its writer most likely forgot it: at the end of its line, or, when it ends its
// line, in front of the first line behind it that is not indented further.
class Brackets {
 public:
  explicit Brackets(diag::Emitter& emitter) : emitter_(emitter) {}

  // A line starts whose first token, indentation tokens not counted, has that index.
  void StartLine(size_t token, uint32_t indent) { lines_.push_back({token, indent}); }
  // Takes note of the last token when it is a bracket. A closing one that fits none is reported, and removed
  // or, when some bracket is open, taken for the one that is missing.
  void Add(std::vector<Token>& tokens);
  bool is_open() const { return !open_.empty(); }
  // Closes the open brackets at the end of the tokens. Subsequent tokens are counted from zero.
  void Finish(std::vector<Token>& tokens);

 private:
  struct Open {
    TokenKind kind = TokenKind::kOpenParen;
    size_t token = 0;
  };
  struct Line {
    size_t token = 0;
    uint32_t indent = 0;
  };
  struct Missing {
    size_t before = 0;  // the index of a token
    TokenKind kind = TokenKind::kCloseParen;
    bool ends_line = false;
  };

  size_t& CountOf(TokenKind open) {
    return open_counts_[(static_cast<size_t>(open) - static_cast<size_t>(TokenKind::kOpenParen)) / 2];
  }
  void Pop() {
    --CountOf(open_.back().kind);
    open_.pop_back();
  }
  // Reports the innermost bracket as never closed.
  void GiveUp(const std::vector<Token>& tokens, size_t limit);
  // Where it is to be closed, at most in front of the token `limit`.
  Missing PlaceFor(const Open& open, const std::vector<Token>& tokens, size_t limit) const;
  static size_t BehindBlocks(size_t open, const std::vector<Token>& tokens);

  diag::Emitter& emitter_;
  std::vector<Open> open_;
  std::array<size_t, 3> open_counts_ = {};  // by kind
  size_t reported_ = 0;
  bool is_too_deep_ = false;
  std::vector<Line> lines_ = {{}};
  std::vector<Missing> missing_;
};

}  // namespace kval::kcl
