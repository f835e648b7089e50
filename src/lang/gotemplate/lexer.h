#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kval::gotemplate {

enum class TokenKind : uint8_t {
  kError,
  kBool,
  kChar,  // a comma and other characters without meaning
  kCharConstant,
  kAssign,   // =
  kDeclare,  // :=
  kEnd,      // of the text
  kField,    // .name
  kIdentifier,
  kLeftDelimiter,
  kLeftParen,
  kNumber,
  kPipe,
  kRawString,
  kRightDelimiter,
  kRightParen,
  kSpace,
  kString,
  kText,
  kVariable,
  // Keywords from here.
  kBlock,
  kBreak,
  kContinue,
  kDot,
  kDefine,
  kElse,
  kEndKeyword,
  kIf,
  kNil,
  kRange,
  kTemplate,
  kWith,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  uint32_t pos = 0;
  std::string_view text;
};

// As Go's messages show a token.
std::string TokenText(const Token& token);

// Tokens of a template, one by one. Trims spaces at `{{-` and `-}}` and drops comments.
class Lexer {
 public:
  // `breaks` and `continues`: whether these words are keywords, not functions.
  Lexer(std::string_view text, bool breaks, bool continues)
      : text_(text), has_break_(breaks), has_continue_(continues) {}

  // Valid until the next call. After an error, nothing else may be called.
  const Token& Next();
  // The text of the last error token.
  const std::string& error() const { return error_; }
  // The line of an offset, from 1. Cost: linear in the offset.
  uint32_t LineOf(uint32_t pos) const;

 private:
  // States return whether they made a token.
  bool OutsideAction();
  bool LeftDelimiter();
  bool Comment();
  bool RightDelimiter();
  bool InsideAction();
  bool Space();
  bool Identifier();
  bool FieldOrVariable(TokenKind kind);
  bool Quoted(char quote, std::string_view name, TokenKind kind);
  bool RawString();
  bool Number();
  bool ScanNumber();

  bool Emit(TokenKind kind);
  bool Fail(std::string message);
  bool FailAt(std::string_view message);  // with the next character
  void Ignore() { start_ = pos_; }
  std::string_view rest() const { return text_.substr(pos_); }
  char32_t Peek(size_t* length) const;  // kNoCharacter at the end
  bool Accept(std::string_view characters);
  void AcceptRun(std::string_view characters);
  void SkipAlphanumeric();
  bool IsAtTerminator() const;
  bool IsAtRightDelimiter(bool* trims) const;

  std::string_view text_;
  bool has_break_;
  bool has_continue_;
  size_t pos_ = 0;
  size_t start_ = 0;
  int open_parens_ = 0;
  bool is_inside_ = false;
  Token token_;
  std::string error_;
};

}  // namespace kval::gotemplate
