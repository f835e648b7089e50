#include "src/lang/kcl/syntax/check_parser.h"

namespace kval::kcl::syntax {

std::vector<CheckLine> CheckParser::ParseCheckLines() {
  std::vector<CheckLine> checks;
  while (true) {
    SkipNewlines();
    CheckDedent();
    if (At(TokenKind::kEnd) || At(TokenKind::kDedent)) {
      break;
    }
    const size_t before = state_.position;
    CheckLine check;
    const uint32_t begin = Peek().span.begin;
    check.condition = grammar_.ParseSimple();
    if (!state_.failed && AcceptKeyword(Keyword::kIf)) {
      check.guard = grammar_.ParseSimple();
    }
    // The colon is the separator of old programs.
    if (!state_.failed && (Accept(TokenKind::kComma) || Accept(TokenKind::kColon))) {
      check.message = grammar_.ParseExpr();
    }
    check.span = SpanFrom(begin);
    checks.push_back(check);
    if (state_.failed) {
      SkipToEndOfLine();
      state_.failed = false;
    }
    if (state_.position == before) {
      Take();
    }
  }
  EndBlock();
  return checks;
}

void CheckParser::EndBlock() {
  if (!Accept(TokenKind::kDedent) && !state_.stopped) {
    state_.emitter.Report(Peek().span, syntax_error::kExpected, "`dedent`", Describe(Peek().kind))
        .Hint("indent closing brackets as the line that opens them")
        .Emit();
  }
}

}  // namespace kval::kcl::syntax
