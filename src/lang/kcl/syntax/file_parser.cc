#include "src/lang/kcl/syntax/file_parser.h"

#include <vector>

#include "src/lang/kcl/syntax/text_parser.h"

namespace kval::kcl::syntax {

FileAst FileParser::ParseFile() {
  FileAst result;
  result.file = &state_.file;
  const size_t errors = state_.emitter.error_count();
  SkipNewlines();
  source::Span doc_span;
  if (At(TokenKind::kString) && Peek().triple) {
    strings_.ParseDoc(result.doc, doc_span);
  }
  std::vector<const Stmt*> body;
  do {
    while (!At(TokenKind::kEnd)) {
      if (const Stmt* stmt = grammar_.ParseStmt()) {
        body.push_back(stmt);
      }
    }
  } while (TakePiece());
  result.body = Keep(body);
  result.has_errors = state_.emitter.error_count() > errors;
  return result;
}

bool FileParser::TakePiece() {
  if (state_.stopped || state_.further == nullptr || !state_.further->Next(state_.tokens)) {
    return false;
  }
  state_.position = 0;
  return true;
}

StringPart FileParser::ParseInterpolation(source::Span span) {
  StringPart part;
  part.span = span;
  if (At(TokenKind::kEnd)) {
    Fail({span.begin, span.end}, syntax_error::kBadInterpolation, "");
    part.expr = Invalid();
    return part;
  }
  part.expr = grammar_.ParseExpr();
  if (Accept(TokenKind::kColon)) {
    if (At(TokenKind::kComment)) {
      part.spec = state_.context.arena.CopyText(state_.file.Text(Take().span));
    } else {
      Fail(Peek().span, syntax_error::kBadFormatSpec);
    }
  }
  while (!part.spec.empty() && (part.spec.back() == ' ' || part.spec.back() == '\r')) {
    part.spec.remove_suffix(1);
  }
  if (!At(TokenKind::kEnd)) {
    Fail(span, syntax_error::kBadInterpolation, state_.file.Text(span));
  }
  return part;
}

}  // namespace kval::kcl::syntax
