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

// Matches brackets while a file is split into tokens. An unclosed bracket is reported at its location and
// closed where it was most likely forgotten: at the end of its line or, if it is the last token of its line,
// before the next line that is not indented further.
class Brackets {
 public:
  explicit Brackets(diag::Emitter& emitter) : emitter_(emitter) {}

  // Starts a line. `token` is the index of its first token other than indentation tokens.
  void StartLine(size_t token, uint32_t indent) { lines_.push_back({token, indent}); }
  // Processes the last token if it is a bracket. A closing bracket without a match is reported and removed
  // or, if another bracket is open, used to close that one.
  void Add(std::vector<Token>& tokens);
  bool is_open() const { return !open_.empty(); }
  // Closes the open brackets at the end of the tokens. Subsequent tokens are counted from zero.
  void Finish(std::vector<Token>& tokens);

 private:
  struct UnclosedBracket {
    TokenKind kind = TokenKind::kOpenParen;
    size_t token = 0;
  };
  struct Line {
    size_t token = 0;
    uint32_t indent = 0;
  };
  struct MissingBracket {
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
  // Reports the innermost bracket as unclosed and closes it.
  void ReportUnclosed(const std::vector<Token>& tokens, size_t limit);
  // Returns where to close it, at most before the token `limit`.
  MissingBracket FindClosingPosition(const UnclosedBracket& open, const std::vector<Token>& tokens,
                                     size_t limit) const;
  static size_t SkipBlocks(size_t open, const std::vector<Token>& tokens);

  diag::Emitter& emitter_;
  std::vector<UnclosedBracket> open_;
  std::array<size_t, 3> open_counts_ = {};  // by kind
  size_t reported_ = 0;
  bool is_too_deep_ = false;
  std::vector<Line> lines_ = {{}};
  std::vector<MissingBracket> missing_;
};

}  // namespace kval::kcl
