#include "src/lang/kcl/syntax/unknown_character.h"

#include <string>
#include <string_view>

#include "src/lang/kcl/syntax/syntax_error.h"
#include "src/support/confusables.h"
#include "src/support/utf8.h"

namespace kval::kcl {
namespace {

Token TokenOf(TokenKind kind, source::Span span) {
  Token token;
  token.kind = kind;
  token.span = span;
  return token;
}

// Behind an opening quote that was taken for the ASCII one: up to the closing one in the same line, which
// may be either. Without one the cursor stays.
std::optional<Token> RestOfString(lex::Cursor& cursor, size_t start, char quote) {
  const size_t content = cursor.position();
  lex::Cursor end = cursor;
  while (!end.AtEnd() && end.Peek() != '\n') {
    const std::optional<Confusable> found = GetConfusableAt(end.text().substr(end.position()));
    const bool is_end = end.Peek() == quote || (found && found->ascii == quote);
    const size_t length = utf8::Decode(end.text(), end.position()).length;
    end.Skip(length == 0 ? 1 : length);
    if (is_end) {
      cursor = end;
      Token token = TokenOf(TokenKind::kString, cursor.SpanSince(start));
      token.opening = static_cast<uint8_t>(content - start);
      token.closing = static_cast<uint8_t>(length);
      return token;
    }
  }
  return std::nullopt;
}

// A character that looks like one of ASCII.
std::optional<Token> TakeLookAlike(lex::Cursor& cursor, const Confusable& found, diag::Emitter& emitter) {
  const size_t start = cursor.position();
  cursor.Skip(found.length);
  const source::Span span = cursor.SpanSince(start);
  std::string hint = "this is " + Describe(found);
  hint += found.ascii == 0     ? std::string("; remove it")
          : found.ascii == ' ' ? std::string("; write a space")
                               : std::string("; write `") + found.ascii + "`";
  emitter.Report(span, syntax_error::kUnknownToken).Hint(std::move(hint)).Emit();
  if (found.ascii == '-') {
    return TokenOf(TokenKind::kMinus, span);
  }
  const bool is_quote = found.ascii == '"' || found.ascii == '\'';
  return is_quote ? RestOfString(cursor, start, found.ascii) : std::nullopt;
}

}  // namespace

std::optional<Token> TakeUnknownCharacter(lex::Cursor& cursor, Interner& names, diag::Emitter& emitter) {
  const size_t start = cursor.position();
  const std::string_view rest = cursor.text().substr(start);
  if (const std::optional<Confusable> found = GetConfusableAt(rest)) {
    return TakeLookAlike(cursor, *found, emitter);
  }
  const char c = cursor.Peek();
  const utf8::CodePoint next = utf8::Decode(cursor.text(), start);
  cursor.Skip(next.length == 0 ? 1 : next.length);
  const source::Span span = cursor.SpanSince(start);
  if (c == ';') {
    emitter.Report(span, syntax_error::kSemicolon).Hint("remove it").Emit();
  } else if (c == '!') {
    emitter.Report(span, syntax_error::kBang).Hint("write `not`").Emit();
    Token token = TokenOf(TokenKind::kName, span);
    token.keyword = Keyword::kNot;
    token.symbol = names.Intern("not");
    return token;
  } else {
    emitter.Report(span, syntax_error::kUnknownToken).Emit();
  }
  return std::nullopt;
}

}  // namespace kval::kcl
