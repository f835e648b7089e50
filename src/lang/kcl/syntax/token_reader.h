#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "src/lang/kcl/syntax/parse_state.h"
#include "src/lang/kcl/syntax/syntax_error.h"

namespace kval::kcl::syntax {

// Reads the tokens for all parts of the parser, and handles missing ones: the first error of a statement,
// entry or item is reported, the rest of it is skipped.
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
  // Takes `if`, `elif` or `else`, and whether it was `else`; `else if` is reported and taken for `elif`.
  bool TakeBranchWord();
  source::Span SpanFrom(uint32_t begin) const {
    return {begin, state_.last_end > begin ? state_.last_end : begin};
  }

  void SkipNewlines();
  // Inside brackets line breaks and indentation mean nothing.
  void SkipLayout();
  // The index of the bracket that closes the one at `open`, or of the kEnd token.
  size_t CloserOf(size_t open) const;
  // Up to the line break that ends the statement; brackets are passed as a whole.
  void SkipToEndOfLine();
  // Up to the comma, line break or bracket that ends the item of a list, config or argument list.
  void SkipToItemEnd();
  // After a broken header: to the block that it opens, so that the block is read as usual.
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

  // True when nesting is too deep, or the program too large; reports it and stops.
  bool TooDeep();
  // The same for a further link of a chain (`a + b + c`, `a.b.c`), which makes the tree one level deeper.
  bool TooLong();

  ParseState& state_;

 private:
  // The next token that is no line break and no indentation: of the line below, if one ends here.
  const Token& BehindLayout() const;
  void Stop();
};

}  // namespace kval::kcl::syntax
