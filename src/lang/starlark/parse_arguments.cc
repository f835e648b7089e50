// Parses arguments of calls and parameters of functions.
#include "src/lang/starlark/parser.h"

namespace kval::starlark {

std::span<Argument> Parser::ParseArguments(Token closing) {
  std::vector<Argument> arguments;
  bool stars = false;
  while (!Is(closing) && !Is(Token::kEndOfFile) && !failed_) {
    if (!arguments.empty()) {
      Expect(Token::kComma);
    }
    if (Is(closing)) {
      if (stars && !failed_) {
        FailWanting("argument");
      }
      break;
    }
    Argument argument{};
    if (failed_ || !ParseArgument(argument, stars)) {
      break;
    }
    arguments.push_back(argument);
  }
  return Keep(arguments);
}

bool Parser::ParseArgument(Argument& argument, bool& stars) {
  argument.form = Argument::kPositional;
  if (Is(Token::kStar) || Is(Token::kStarStar)) {
    argument.form = Next().token == Token::kStar ? Argument::kStar : Argument::kStarStar;
    stars = true;
    argument.value = ParseTest();
    return true;
  }
  argument.value = ParseTest();
  if (!Is(Token::kAssign) || failed_) {
    return true;
  }
  if (argument.value->kind != ExprKind::kName) {
    Fail(argument.value->span, "keyword argument must have form name=expr");
    return false;
  }
  argument.form = Argument::kKeyword;
  argument.name = static_cast<NameExpr*>(argument.value)->name;
  argument.name_span = argument.value->span;
  Next();
  argument.value = ParseTest();
  return true;
}

std::span<Param> Parser::ParseParams(Token closing) {
  std::vector<Param> params;
  bool stars = false;
  while (!Is(closing) && !Is(Token::kColon) && !Is(Token::kEndOfFile) && !failed_) {
    if (!params.empty()) {
      Expect(Token::kComma);
    }
    if (Is(closing)) {
      if (stars && !failed_) {
        FailWanting("parameter");
      }
      break;
    }
    Param param{};
    if (failed_ || !ParseParam(param, stars)) {
      break;
    }
    params.push_back(param);
  }
  return Keep(params);
}

bool Parser::ParseParam(Param& param, bool& stars) {
  param.form = Param::kPlain;
  if (Is(Token::kStar) || Is(Token::kStarStar)) {
    stars = true;
    const Token star = Next().token;
    param.form = star == Token::kStarStar ? Param::kStarStar
                 : Is(Token::kName)       ? Param::kStar
                                          : Param::kBareStar;
    if (param.form != Param::kBareStar) {
      param.name = ParseName();
    }
    return !failed_;
  }
  param.name = ParseName();
  if (!failed_ && Take(Token::kAssign)) {
    param.fallback = ParseTest();
  }
  return !failed_;
}

std::span<Argument> Parser::ParseWholeArguments() {
  if (Is(Token::kEndOfFile)) {
    return {};
  }
  const std::span<Argument> arguments = ParseArguments(Token::kNewline);
  Take(Token::kNewline);
  if (!Is(Token::kEndOfFile) && !failed_) {
    FailWanting("','");
  }
  return arguments;
}

}  // namespace kval::starlark
