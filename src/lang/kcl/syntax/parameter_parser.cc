#include "src/lang/kcl/syntax/parameter_parser.h"

#include <string>

#include "src/lang/kcl/syntax/type_parser.h"

namespace kval::kcl::syntax {

std::vector<Parameter> ParameterParser::ParseParameters(TokenKind end, TokenKind other_end) {
  std::vector<Parameter> params;
  const bool has_newline = end == TokenKind::kCloseBrace;
  if (has_newline) {
    SkipLayout();
  }
  while (!state_.failed && !At(end) && !At(other_end)) {
    if (At(TokenKind::kNewline) || At(TokenKind::kEnd)) {
      FailExpected(std::string("`").append(Describe(end)).append("`"));
      break;
    }
    Parameter param;
    const uint32_t begin = Peek().span.begin;
    param.name = ExpectName();
    if (!state_.failed && Accept(TokenKind::kColon)) {
      param.type = types_.ParseType();
    }
    if (!state_.failed && Accept(TokenKind::kAssign)) {
      param.default_value = grammar_.ParseExpr();
    }
    param.span = SpanFrom(begin);
    params.push_back(param);
    Accept(TokenKind::kComma);
    if (has_newline && !state_.failed) {
      SkipLayout();
    }
  }
  return params;
}

}  // namespace kval::kcl::syntax
