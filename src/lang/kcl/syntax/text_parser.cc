#include "src/lang/kcl/syntax/text_parser.h"

#include <algorithm>
#include <vector>

#include "src/lang/kcl/syntax/string_text.h"

namespace kval::kcl::syntax {

namespace {

// Whether all characters of a string mean themselves.
bool IsPlain(const Token& token, std::string_view content) {
  return !token.triple && std::none_of(content.begin(), content.end(),
                                       [](char c) { return c == '\\' || c == '$' || c == '\r'; });
}

}  // namespace

const Expr* TextParser::ParseString() {
  const Token token = Take();
  if (const std::string_view content = state_.file.Text(token.Content()); IsPlain(token, content)) {
    StringExpr expr = Node<StringExpr>(token.span.begin);
    expr.value = content;
    return Keep(expr);
  }
  const std::vector<StringPiece> pieces = DecodeString(state_.file, token, state_.emitter);
  bool has_expr = false;
  for (const StringPiece& piece : pieces) {
    has_expr = has_expr || piece.is_expr;
  }
  if (!has_expr) {
    StringExpr expr = Node<StringExpr>(token.span.begin);
    expr.value = pieces.empty() ? std::string_view() : state_.context.arena.CopyText(pieces[0].text);
    return Keep(expr);
  }
  std::vector<StringPart> parts;
  for (const StringPiece& piece : pieces) {
    if (piece.is_expr) {
      parts.push_back(grammar_.ParsePiece(piece));
    } else {
      StringPart part;
      part.span = piece.span;
      part.text = state_.context.arena.CopyText(piece.text);
      parts.push_back(part);
    }
  }
  InterpolatedExpr expr = Node<InterpolatedExpr>(token.span.begin);
  expr.parts = Keep(parts);
  return Keep(expr);
}

void TextParser::ParseDoc(std::string_view& doc, source::Span& span) {
  const Token token = Take();
  span = token.span;
  for (const StringPiece& piece : DecodeString(state_.file, token, state_.emitter)) {
    if (piece.is_expr) {
      // Read for its syntax, as the release does, and never evaluated.
      grammar_.ParsePiece(piece);
    } else if (doc.empty()) {
      doc = state_.context.arena.CopyText(piece.text);
    }
  }
  SkipNewlines();
}

}  // namespace kval::kcl::syntax
