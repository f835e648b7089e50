#include "src/lang/kcl/syntax/clause_parser.h"

#include <string>
#include <string_view>

namespace kval::kcl::syntax {

void ClauseParser::FailLoopVariable() {
  constexpr std::string_view kRule = "CompileError: loop variables can only be ordinary identifiers";
  if (At(TokenKind::kDot)) {
    state_.emitter.ReportText(Peek().span, diag::Kind::kKclCompile, std::string(kRule)).Emit();
    while (Accept(TokenKind::kDot) && At(TokenKind::kName)) {
      Take();
    }
    return;
  }
  const source::Span at = Peek().span;
  state_.emitter
      .Report(at, syntax_error::kExpected, "`in`",
              at.size() > 0 ? state_.file.Text(at) : Describe(Peek().kind))
      .Note(std::string(kRule))
      .Emit();
  state_.failed = true;
}

std::vector<ForClause> ClauseParser::ParseForClauses() {
  std::vector<ForClause> clauses;
  while (!state_.failed && AtKeyword(Keyword::kFor)) {
    clauses.push_back(ParseForClause());
    if (!state_.failed && At(TokenKind::kNewline)) {
      SkipLayout();
      if (!clauses.back().conditions.empty()) {
        break;  // KCL expects no further clause in a line after a condition
      }
    }
  }
  return clauses;
}

ForClause ClauseParser::ParseForClause() {
  ForClause clause;
  const uint32_t begin = Take().span.begin;
  std::vector<Name> variables = {ExpectName()};
  while (!state_.failed && Accept(TokenKind::kComma)) {
    if (AtKeyword(Keyword::kIn)) {
      break;
    }
    variables.push_back(ExpectName());
  }
  if (!state_.failed && !AtKeyword(Keyword::kIn)) {
    FailLoopVariable();
  }
  clause.variables = Keep(variables);
  std::vector<const Expr*> conditions;
  if (!state_.failed && ExpectKeyword(Keyword::kIn, "in")) {
    clause.iterable = grammar_.ParseSimple();
    if (!state_.failed && At(TokenKind::kNewline)) {
      SkipLayout();
    }
    // One condition at most: in `if a if b else c` the second `if` is a part of it.
    if (!state_.failed && AcceptKeyword(Keyword::kIf)) {
      conditions.push_back(grammar_.ParseExpr());
    }
  }
  if (!clause.iterable) {
    clause.iterable = Invalid();
  }
  clause.conditions = Keep(conditions);
  clause.span = SpanFrom(begin);
  return clause;
}

}  // namespace kval::kcl::syntax
