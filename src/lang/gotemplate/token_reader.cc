#include "src/lang/gotemplate/token_reader.h"

namespace kval::gotemplate {

const Token& TokenReader::Next() {
  if (peeked_ > 0) {
    --peeked_;
  } else if (!failed() && tokens_[0].kind != TokenKind::kError) {
    tokens_[0] = lexer_.Next();
  }
  const Token& token = tokens_[peeked_];
  last_end_ =
      token.kind == TokenKind::kError ? token.pos : token.pos + static_cast<uint32_t>(token.text.size());
  return token;
}

const Token& TokenReader::Peek() {
  if (peeked_ == 0) {
    if (!failed() && tokens_[0].kind != TokenKind::kError) {
      tokens_[0] = lexer_.Next();
    }
    peeked_ = 1;
  }
  return tokens_[peeked_ - 1];
}

const Token& TokenReader::NextNonSpace() {
  const Token* token = &Next();
  while (token->kind == TokenKind::kSpace) {
    token = &Next();
  }
  return *token;
}

const Token& TokenReader::PeekNonSpace() {
  const uint32_t end = last_end_;
  const Token& token = NextNonSpace();
  BackUp();
  last_end_ = end;
  return token;
}

void TokenReader::BackUp(const Token& token) {
  tokens_[1] = token;
  peeked_ = 2;
}

void TokenReader::BackUp(const Token& second, const Token& first) {
  tokens_[1] = first;
  tokens_[2] = second;
  peeked_ = 3;
}

Token TokenReader::Expect(TokenKind kind, std::string_view context) {
  const Token token = NextNonSpace();
  if (token.kind != kind) {
    Unexpected(token, context);
  }
  return token;
}

void TokenReader::Fail(const std::string& message) {
  if (failed()) {
    return;
  }
  const Token& last = tokens_[0];
  const uint32_t size = last.kind == TokenKind::kError ? 0 : static_cast<uint32_t>(last.text.size());
  error_ = ParseError{
      "template: " + std::string(name_) + ":" + std::to_string(lexer_.LineOf(last.pos)) + ": " + message,
      {start_ + last.pos, start_ + last.pos + size}};
}

void TokenReader::FailUnclosed(uint32_t begin, uint32_t end) {
  if (!failed()) {
    Fail("unexpected EOF");
    error_->unclosed = {start_ + begin, start_ + end};
  }
}

void TokenReader::Unexpected(const Token& token, std::string_view context) {
  if (token.kind != TokenKind::kError) {
    Fail("unexpected " + TokenText(token) + " in " + std::string(context));
    return;
  }
  std::string message = TokenText(token);
  if (action_ && lexer_.LineOf(*action_) != lexer_.LineOf(token.pos)) {
    message += message.ends_with(" action") ? " started at " : " in action started at ";
    message += std::string(name_) + ":" + std::to_string(lexer_.LineOf(*action_));
  }
  Fail(message);
}

bool TokenReader::FailTooDeep() {
  if (!failed()) {
    Fail("the template nests too deeply");
    error_->is_too_deep = true;
  }
  return false;
}

}  // namespace kval::gotemplate
