#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "src/lang/kcl/syntax/parse_state.h"
#include "src/lang/kcl/syntax/syntax_error.h"

namespace kval::kcl::syntax {

// Token access for all components of the parser, and handling of missing tokens: the first error of a
// statement, entry or item is reported, the rest of it is skipped.
class TokenReader {
 protected:
  explicit TokenReader(ParseState& state) : state_(state) {}
  ~TokenReader() = default;

  const Token& Peek(size_t ahead = 0) const {
    const size_t index = state_.position + ahead;
    return state_.tokens[index < state_.tokens.size() ? index : state_.tokens.size() - 1];
  }
  bool At(TokenKind kind) const { return Peek().kind == kind; }
  bool AtKeyword(Keyword keyword) const { return At(TokenKind::kName) && Peek().keyword == keyword; }
  const Token& Take();
  bool Accept(TokenKind kind);
  bool AcceptKeyword(Keyword keyword);
  bool Expect(TokenKind kind);
  bool ExpectKeyword(Keyword keyword, std::string_view word);
  bool AtAugOp() const;
  BinaryOp TakeAugOp();
  // Consumes `if`, `elif` or `else`; returns whether it was `else`. Reports `else if` and treats it as
  // `elif`.
  bool TakeBranchWord();
  source::Span SpanFrom(uint32_t begin) const {
    return {begin, state_.last_end > begin ? state_.last_end : begin};
  }

  void SkipNewlines();
  // Skips line breaks and indentation inside brackets, where they have no meaning.
  void SkipLayout();
  // The index of the bracket that closes the one at `open`, or of the kEnd token.
  size_t CloserOf(size_t open) const;
  // Skips to the line break that ends the statement; skips brackets with their content.
  void SkipToEndOfLine();
  // Skips to the comma, line break or bracket that ends the item of a list, config or argument list.
  void SkipToItemEnd();
  // Call after an invalid header: skips to its block, so that the block is parsed as usual.
  void SkipToBlock();
  // Controls the loop over the items between brackets. Items may be on separate lines only if the opening
  // bracket ends its line (`has_newline`); a line break elsewhere is reported, and then allowed.
  bool AtItemsEnd(TokenKind close, size_t open, bool& has_newline);
  void FinishItem(bool has_newline);

  template <typename... Args>
  void Fail(source::Span at, const diag::Def<Args...>& def, std::type_identity_t<Args>... args) {
    if (!state_.failed && !state_.stopped) {
      state_.emitter.Report(at, def, args...).Emit();
    }
    state_.failed = true;
  }
  void FailExpected(std::string_view what, std::string hint = {});
  // Reports a line whose indentation fits no open block.
  void CheckDedent();

  // Returns true, after reporting it and stopping, if the nesting is too deep or the program too large.
  bool TooDeep();
  // The same for another operator of a chain (`a + b + c`, `a.b.c`), which makes the tree one level deeper.
  bool TooLong();

  ParseState& state_;

 private:
  // Returns the next token other than line breaks and indentation, possibly on a following line.
  const Token& SkipLayoutTokens() const;
  void Stop();
};

}  // namespace kval::kcl::syntax
