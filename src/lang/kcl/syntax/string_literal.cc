#include "src/lang/kcl/syntax/string_literal.h"

#include <string_view>

#include "src/lang/kcl/syntax/syntax_error.h"

namespace kval::kcl {

bool StartsString(const lex::Cursor& cursor) {
  size_t ahead = 0;
  while (ahead < 2 && IsStringPrefix(cursor.Peek(ahead))) {
    ++ahead;
  }
  return cursor.Peek(ahead) == '"' || cursor.Peek(ahead) == '\'';
}

Token ScanString(lex::Cursor& cursor, diag::Emitter& emitter) {
  const size_t start = cursor.position();
  bool raw = false;
  while (cursor.Peek() != '"' && cursor.Peek() != '\'') {
    raw = raw || cursor.Peek() == 'r' || cursor.Peek() == 'R';
    cursor.Skip();
  }
  const char quote = cursor.Peek();
  const bool triple = cursor.Peek(1) == quote && cursor.Peek(2) == quote;
  const std::string_view end = triple ? (quote == '"' ? "\"\"\"" : "'''") : (quote == '"' ? "\"" : "'");
  cursor.Skip(end.size());
  const size_t content = cursor.position();
  while (true) {
    cursor.TakeWhile([quote](char c) { return c != quote && c != '\\' && c != '\n' && c != '\0'; });
    const char c = cursor.Peek();
    if (cursor.AtEnd() || (!triple && (c == quote || c == '\n')) || (triple && cursor.StartsWith(end))) {
      break;
    }
    if (c == '\0' && !triple) {
      const size_t at = cursor.position();
      cursor.Skip();
      emitter.Report(cursor.SpanSince(at), syntax_error::kNulInString).Hint("write `\\0`").Emit();
      continue;
    }
    const bool is_escape = c == '\\' && (triple || cursor.Peek(1) != '\0');
    cursor.Skip(is_escape ? 2 : 1);
  }
  const bool closed = cursor.Take(end);
  Token token;
  token.kind = TokenKind::kString;
  token.span = cursor.SpanSince(start);
  token.raw = raw;
  token.triple = triple;
  token.opening = static_cast<uint8_t>(content - start);
  token.closing = closed ? static_cast<uint8_t>(end.size()) : uint8_t{0};
  if (!closed) {
    emitter.Report(token.span, syntax_error::kUnterminatedString).Emit();
  }
  return token;
}

}  // namespace kval::kcl
