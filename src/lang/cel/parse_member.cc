#include <algorithm>
#include <array>

#include "src/lang/cel/literal.h"
#include "src/lang/cel/macros.h"
#include "src/lang/cel/nesting_guard.h"
#include "src/lang/cel/parser.h"

// Operands: names, literals, calls, fields, indices.
namespace kval::cel {
namespace {

constexpr std::string_view kReserved[] = {"as",        "break",  "const",  "continue", "else", "for",
                                          "function",  "if",     "import", "let",      "loop", "package",
                                          "namespace", "return", "var",    "void",     "while"};

bool IsReserved(std::string_view name) {
  return std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved);
}

}  // namespace

Expr* Parser::ParseMember(bool may_be_signed) {
  NestingGuard nesting(*this, Rule::kMember);
  const uint32_t begin = tokens_.Peek().begin;
  Expr* member = nesting.ok() ? ParsePrimary(may_be_signed) : nullptr;
  while (member != nullptr && (tokens_.At(Token::kDot) || tokens_.At(Token::kLeftBracket))) {
    if (!nesting.Descend()) {
      return nullptr;
    }
    member = tokens_.At(Token::kDot) ? ParseSelect(member, begin) : ParseIndex(member, begin);
  }
  return member;
}

std::optional<std::string_view> Parser::TakeFieldName() {
  if (tokens_.At(Token::kIdentifier)) {
    return tokens_.TextOf(tokens_.Next());
  }
  if (tokens_.At(Token::kEscapedIdentifier)) {
    // Kubernetes leaves that syntax off.
    Fail(tokens_.Next().begin, "unsupported syntax: '`'");
    return std::nullopt;
  }
  Expected("IDENTIFIER");
  return std::nullopt;
}

Expr* Parser::ParseSelect(Expr* operand, uint32_t begin) {
  const Lexeme dot = tokens_.Next();
  const bool is_optional = tokens_.Take(Token::kQuestion);
  const Lexeme name_at = tokens_.Peek();
  const auto name = TakeFieldName();
  if (!name) {
    return nullptr;
  }
  if (is_optional) {
    builder_.set_place(name_at.begin, name_at.begin, name_at.end);
    Expr* field = builder_.Literal(Value::String(*name));
    return Operator("_?._", dot, std::array{operand, field}, begin);
  }
  if (tokens_.At(Token::kLeftParen)) {
    const Lexeme open = tokens_.Next();
    std::vector<Expr*> args;
    return ParseArgs(args, Token::kRightParen) ? CallOrMacro(*name, operand, args, open, begin) : nullptr;
  }
  builder_.set_place(dot.begin, begin, tokens_.PreviousEnd());
  return builder_.Select(operand, *name);
}

Expr* Parser::ParseIndex(Expr* operand, uint32_t begin) {
  const Lexeme open = tokens_.Next();
  const bool is_optional = tokens_.Take(Token::kQuestion);
  Expr* index = ParseExpr();
  if (index == nullptr) {
    return nullptr;
  }
  if (!tokens_.Take(Token::kRightBracket)) {
    return Expected("']'");
  }
  return Operator(is_optional ? "_[?_]" : "_[_]", open, std::array{operand, index}, begin);
}

// Up to and with the closing bracket.
bool Parser::ParseArgs(std::vector<Expr*>& args, Token close) {
  while (!tokens_.At(close)) {
    args.push_back(ParseExpr());
    if (args.back() == nullptr) {
      return false;
    }
    if (!tokens_.At(close) && (!tokens_.Take(Token::kComma) || tokens_.At(close))) {
      Expected("')'");
      return false;
    }
  }
  return tokens_.Take(close);
}

Expr* Parser::CallOrMacro(std::string_view function, Expr* target, std::vector<Expr*>& args, const Lexeme& at,
                          uint32_t begin) {
  if (const MacroEntry* macro = FindMacro(function, args.size(), target, options_)) {
    builder_.set_place(at.begin, begin, tokens_.PreviousEnd());
    MacroError error;
    Expr* expanded = macro->expand(builder_, target, args, error);
    if (expanded == nullptr) {
      const bool is_limit = error.message.empty();
      errors_.push_back(
          {is_limit ? at.begin : error.at, is_limit ? "expression is too large" : error.message, is_limit});
    }
    return expanded;
  }
  if (target != nullptr) {
    args.insert(args.begin(), target);
  }
  Expr* call = Operator(function, at, args, begin);
  call->is_member = target != nullptr;
  if (call->is_member && function == "or" && args.size() == 2) {
    call->op = Op::kOptionalOr;
  } else if (call->is_member && function == "orValue" && args.size() == 2) {
    call->op = Op::kOptionalOrValue;
  }
  return call;
}

Expr* Parser::ParsePrimary(bool may_be_signed) {
  const Lexeme first = tokens_.Peek();
  switch (first.token) {
    case Token::kIdentifier:
    case Token::kDot:
      return ParseName();
    case Token::kLeftParen: {
      tokens_.Next();
      Expr* inner = ParseExpr();
      return inner == nullptr || tokens_.Take(Token::kRightParen) ? inner : Expected("')'");
    }
    case Token::kLeftBracket:
      return ParseList();
    case Token::kLeftBrace:
      return ParseMap();
    case Token::kMinus: {
      const Token after = tokens_.Peek(1).token;
      if (!may_be_signed || (after != Token::kInt && after != Token::kDouble)) {
        return Expected("an expression");
      }
      tokens_.Next();
      return ParseLiteral(true, first.begin);
    }
    default:
      return ParseLiteral(false, first.begin);
  }
}

Expr* Parser::ParseLiteral(bool is_negative, uint32_t begin) {
  const Lexeme lexeme = tokens_.Peek();
  const std::string_view text = tokens_.TextOf(lexeme);
  std::optional<Value> value;
  std::string why;
  switch (lexeme.token) {
    case Token::kInt:
      value = IntLiteral(text, is_negative);
      why = "invalid int literal";
      break;
    case Token::kUint:
      value = UintLiteral(text);
      why = "invalid uint literal";
      break;
    case Token::kDouble:
      value = DoubleLiteral(text, is_negative);
      why = "invalid double literal";
      break;
    case Token::kString:
    case Token::kBytes: {
      const bool is_bytes = lexeme.token == Token::kBytes;
      if (const auto content = Unescaped(text, is_bytes, &why)) {
        const std::string_view kept = builder_.arena().CopyText(*content);
        value = is_bytes ? Value::Bytes(kept) : Value::String(kept);
      }
      break;
    }
    case Token::kTrue:
    case Token::kFalse:
      value = Value::Bool(lexeme.token == Token::kTrue);
      break;
    case Token::kNull:
      value = Value::Null();
      break;
    default:
      return Expected("an expression");
  }
  tokens_.Next();
  if (!value) {
    return Fail(begin, why);
  }
  builder_.set_place(begin, begin, lexeme.end);
  return builder_.Literal(*value);
}

// Whether the next tokens are `a.b {`.
bool Parser::LooksAtObject() const {
  size_t ahead = 0;
  while (tokens_.Peek(ahead).token == Token::kIdentifier && tokens_.Peek(ahead + 1).token == Token::kDot) {
    ahead += 2;
  }
  return tokens_.Peek(ahead).token == Token::kIdentifier &&
         tokens_.Peek(ahead + 1).token == Token::kLeftBrace;
}

Expr* Parser::ParseName() {
  const uint32_t begin = tokens_.Peek().begin;
  const bool is_absolute = tokens_.Take(Token::kDot);
  if (!tokens_.At(Token::kIdentifier)) {
    return Expected("IDENTIFIER");
  }
  if (LooksAtObject()) {
    while (!tokens_.At(Token::kLeftBrace)) {
      tokens_.Next();
    }
    return ParseObject(tokens_.text().substr(begin, tokens_.PreviousEnd() - begin), begin);
  }
  const Lexeme name_at = tokens_.Next();
  const std::string_view name = tokens_.TextOf(name_at);
  if (IsReserved(name)) {
    return Fail(begin, "reserved identifier: " + std::string(name));
  }
  const std::string_view kept = is_absolute ? builder_.arena().CopyText("." + std::string(name)) : name;
  if (tokens_.At(Token::kLeftParen)) {
    const Lexeme open = tokens_.Next();
    std::vector<Expr*> args;
    return ParseArgs(args, Token::kRightParen) ? CallOrMacro(kept, nullptr, args, open, begin) : nullptr;
  }
  builder_.set_place(name_at.begin, begin, name_at.end);
  return builder_.Ident(kept);
}

Expr* Parser::ParseList() {
  const Lexeme open = tokens_.Next();
  std::vector<Expr*> items;
  std::vector<Optionality> optionals;
  bool has_optionals = false;
  while (!tokens_.At(Token::kRightBracket)) {
    optionals.push_back(tokens_.Take(Token::kQuestion) ? Optionality::kOptional : Optionality::kRequired);
    has_optionals = has_optionals || optionals.back() == Optionality::kOptional;
    items.push_back(ParseExpr());
    if (items.back() == nullptr) {
      return nullptr;
    }
    if (!tokens_.Take(Token::kComma) && !tokens_.At(Token::kRightBracket)) {
      return Expected("']'");
    }
  }
  tokens_.Next();
  builder_.set_place(open.begin, open.begin, tokens_.PreviousEnd());
  Expr* list = builder_.New(ExprKind::kList);
  list->args = builder_.arena().Copy(std::span<Expr* const>(items));
  if (has_optionals) {
    list->optionals = builder_.arena().Copy(std::span<const Optionality>(optionals));
  }
  return list;
}

Expr* Parser::ParseMap() {
  const Lexeme open = tokens_.Next();
  std::vector<Expr*> parts;
  std::vector<Optionality> optionals;
  bool has_optionals = false;
  while (!tokens_.At(Token::kRightBrace)) {
    optionals.push_back(tokens_.Take(Token::kQuestion) ? Optionality::kOptional : Optionality::kRequired);
    has_optionals = has_optionals || optionals.back() == Optionality::kOptional;
    parts.push_back(ParseExpr());
    if (parts.back() == nullptr) {
      return nullptr;
    }
    if (!tokens_.Take(Token::kColon)) {
      return Expected("':'");
    }
    parts.push_back(ParseExpr());
    if (parts.back() == nullptr) {
      return nullptr;
    }
    if (!tokens_.Take(Token::kComma) && !tokens_.At(Token::kRightBrace)) {
      return Expected("'}'");
    }
  }
  tokens_.Next();
  builder_.set_place(open.begin, open.begin, tokens_.PreviousEnd());
  Expr* map = builder_.New(ExprKind::kMap);
  map->args = builder_.arena().Copy(std::span<Expr* const>(parts));
  if (has_optionals) {
    map->optionals = builder_.arena().Copy(std::span<const Optionality>(optionals));
  }
  return map;
}

Expr* Parser::ParseObject(std::string_view name, uint32_t begin) {
  const Lexeme open = tokens_.Next();
  std::vector<Expr*> values;
  std::vector<std::string_view> fields;
  std::vector<Optionality> optionals;
  bool has_optionals = false;
  while (!tokens_.At(Token::kRightBrace)) {
    optionals.push_back(tokens_.Take(Token::kQuestion) ? Optionality::kOptional : Optionality::kRequired);
    has_optionals = has_optionals || optionals.back() == Optionality::kOptional;
    const auto field = TakeFieldName();
    if (!field) {
      return nullptr;
    }
    if (!tokens_.Take(Token::kColon)) {
      return Expected("':'");
    }
    fields.push_back(*field);
    values.push_back(ParseExpr());
    if (values.back() == nullptr) {
      return nullptr;
    }
    if (!tokens_.Take(Token::kComma) && !tokens_.At(Token::kRightBrace)) {
      return Expected("'}'");
    }
  }
  tokens_.Next();
  builder_.set_place(open.begin, begin, tokens_.PreviousEnd());
  Expr* object = builder_.New(ExprKind::kObject);
  object->name = name;
  object->args = builder_.arena().Copy(std::span<Expr* const>(values));
  object->fields = builder_.arena().Copy(std::span<const std::string_view>(fields));
  if (has_optionals) {
    object->optionals = builder_.arena().Copy(std::span<const Optionality>(optionals));
  }
  return object;
}

}  // namespace kval::cel
