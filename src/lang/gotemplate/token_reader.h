#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/lexer.h"
#include "src/lang/gotemplate/syntax.h"
#include "src/source/span.h"
#include "src/support/native_stack.h"

namespace kval::gotemplate {

struct ParseError {
  std::string text;  // as Go words it: `template: NAME:LINE: …`
  source::Span span;
  source::Span unclosed = {};  // of the innermost block that the text does not end; no value: another error
  bool is_too_deep = false;    // the native stack does not suffice
};

// The tokens of a text with a look-ahead of three, and the first error about them.
class TokenReader {
 public:
  // `start`: the offset of the text in the virtual buffer.
  TokenReader(std::string_view name, uint32_t start, const Lexer& lexer)
      : name_(name), start_(start), lexer_(lexer) {}

  // Each token is valid until the next call.
  const Token& Next();
  const Token& Peek();
  const Token& NextNonSpace();
  const Token& PeekNonSpace();
  void BackUp() { ++peeked_; }
  void BackUp(const Token& token);                       // then the current one
  void BackUp(const Token& second, const Token& first);  // `second` comes first
  // The end of the last token that was taken.
  uint32_t last_end() const { return last_end_; }

  bool failed() const { return error_.has_value(); }
  const std::optional<ParseError>& error() const { return error_; }
  void Fail(const std::string& message);
  // Fails at the end of the text, because the block that begins at a span of the text has no end.
  void FailUnclosed(uint32_t begin, uint32_t end);
  void Unexpected(const Token& token, std::string_view context);
  // Takes a token of that kind, or fails.
  Token Expect(TokenKind kind, std::string_view context);
  // Returns whether recursion may go on; otherwise fails.
  bool RequireStack() { return HasStack() ? !failed() : FailTooDeep(); }

  // Where the action that is being parsed starts; none outside of actions.
  void set_action(std::optional<uint32_t> pos) { action_ = pos; }
  std::optional<uint32_t> action() const { return action_; }

 private:
  bool FailTooDeep();

  std::string_view name_;
  uint32_t start_;
  Lexer lexer_;
  Token tokens_[3];
  size_t peeked_ = 0;
  uint32_t last_end_ = 0;
  std::optional<uint32_t> action_;
  std::optional<ParseError> error_;
};

}  // namespace kval::gotemplate
