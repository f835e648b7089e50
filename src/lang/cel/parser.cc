#include "src/lang/cel/parser.h"

#include <array>

#include "src/lang/cel/nesting_guard.h"
#include "src/support/native_stack.h"
#include "src/support/utf8.h"

namespace kval::cel {
namespace {

constexpr size_t kMostCodePoints = 100'000;
constexpr int kDeepest = 250;

struct Binary {
  Token token;
  std::string_view function;
};
constexpr Binary kRelations[] = {{Token::kLess, "_<_"},    {Token::kLessEqual, "_<=_"},
                                 {Token::kGreater, "_>_"}, {Token::kGreaterEqual, "_>=_"},
                                 {Token::kEqual, "_==_"},  {Token::kNotEqual, "_!=_"},
                                 {Token::kIn, "@in"}};
constexpr Binary kSums[] = {{Token::kPlus, "_+_"}, {Token::kMinus, "_-_"}};
constexpr Binary kProducts[] = {{Token::kStar, "_*_"}, {Token::kSlash, "_/_"}, {Token::kPercent, "_%_"}};

std::string_view FunctionOf(std::span<const Binary> operators, Token token) {
  for (const Binary& known : operators) {
    if (known.token == token) {
      return known.function;
    }
  }
  return {};
}

}  // namespace

Parser::Parser(std::string_view text, const ParseOptions& options, Arena& arena,
               std::vector<ProgramError>& errors)
    : tokens_(text), options_(options), builder_(arena), errors_(errors) {}

Expr* Parser::Parse() {
  if (const size_t size = utf8::Count(tokens_.text()); size > kMostCodePoints) {
    errors_.push_back({0,
                       "expression code point size exceeds limit: size: " + std::to_string(size) +
                           ", limit " + std::to_string(kMostCodePoints),
                       true});
    return nullptr;
  }
  auto lexemes = Lex(tokens_.text(), errors_);
  if (!lexemes) {
    return nullptr;
  }
  tokens_.Read(std::move(*lexemes));
  Expr* expr = ParseExpr();
  if (expr != nullptr && !tokens_.At(Token::kEnd)) {
    return Expected("<EOF>");
  }
  return errors_.empty() ? expr : nullptr;
}

bool Parser::Enter(Rule rule) {
  int& depth = depths_[static_cast<size_t>(rule)];
  if (++depth > kDeepest || !HasStack()) {
    if (errors_.empty() || !errors_.back().is_limit) {
      errors_.push_back(
          {tokens_.Peek().begin, "expression recursion limit exceeded: " + std::to_string(kDeepest), true});
    }
    return false;
  }
  return true;
}

Expr* Parser::Expected(std::string_view what) {
  const Lexeme& found = tokens_.Peek();
  const std::string text = found.token == Token::kEnd ? "<EOF>" : std::string(tokens_.TextOf(found));
  return Fail(found.begin, "Syntax error: mismatched input '" + text + "' expecting " + std::string(what));
}

Expr* Parser::Fail(uint32_t at, std::string message) {
  errors_.push_back({at, std::move(message)});
  return nullptr;
}

Expr* Parser::Operator(std::string_view function, const Lexeme& op, std::span<Expr* const> args,
                       uint32_t begin) {
  builder_.set_place(op.begin, begin, tokens_.PreviousEnd());
  Expr* call = builder_.New(ExprKind::kCall);
  call->name = function;
  call->op = OpOf(function);
  call->args = builder_.arena().Copy(std::span<Expr* const>(args));
  return call;
}

Expr* Parser::ParseExpr() {
  NestingGuard nesting(*this, Rule::kExpr);
  const uint32_t begin = tokens_.Peek().begin;
  Expr* condition = nesting.ok() ? ParseOr() : nullptr;
  if (condition == nullptr || !tokens_.At(Token::kQuestion)) {
    return condition;
  }
  const Lexeme op = tokens_.Next();
  Expr* yes = ParseOr();
  if (yes == nullptr) {
    return nullptr;
  }
  if (!tokens_.Take(Token::kColon)) {
    return Expected("':'");
  }
  Expr* no = ParseExpr();
  if (no == nullptr) {
    return nullptr;
  }
  return Operator("_?_:_", op, std::array{condition, yes, no}, begin);
}

// `a && b && c` as a tree that is as low as can be (parser/helper.go, logicManager).
Expr* Parser::Balanced(std::string_view function, std::span<Expr* const> terms, std::span<const Lexeme> ops) {
  if (terms.size() == 1) {
    return terms[0];
  }
  const size_t middle = ops.size() / 2;
  Expr* left = Balanced(function, terms.subspan(0, middle + 1), ops.subspan(0, middle));
  Expr* right = Balanced(function, terms.subspan(middle + 1), ops.subspan(middle + 1));
  Expr* both = Operator(function, ops[middle], std::array{left, right}, left->begin);
  both->end = right->end;
  return both;
}

Expr* Parser::ParseOr() {
  std::vector<Expr*> terms = {ParseAnd()};
  std::vector<Lexeme> ops;
  while (terms.back() != nullptr && tokens_.At(Token::kOr)) {
    ops.push_back(tokens_.Next());
    terms.push_back(ParseAnd());
  }
  return terms.back() == nullptr ? nullptr : Balanced("_||_", terms, ops);
}

Expr* Parser::ParseAnd() {
  std::vector<Expr*> terms = {ParseRelation()};
  std::vector<Lexeme> ops;
  while (terms.back() != nullptr && tokens_.At(Token::kAnd)) {
    ops.push_back(tokens_.Next());
    terms.push_back(ParseRelation());
  }
  return terms.back() == nullptr ? nullptr : Balanced("_&&_", terms, ops);
}

Expr* Parser::ParseRelation() {
  NestingGuard nesting(*this, Rule::kRelation);
  const uint32_t begin = tokens_.Peek().begin;
  Expr* left = nesting.ok() ? ParseSum() : nullptr;
  for (std::string_view function;
       left != nullptr && !(function = FunctionOf(kRelations, tokens_.Peek().token)).empty();) {
    const Lexeme op = tokens_.Next();
    Expr* right = nesting.Descend() ? ParseSum() : nullptr;
    left = right == nullptr ? nullptr : Operator(function, op, std::array{left, right}, begin);
  }
  return left;
}

Expr* Parser::ParseSum() {
  NestingGuard nesting(*this, Rule::kCalc);
  const uint32_t begin = tokens_.Peek().begin;
  Expr* left = nesting.ok() ? ParseProduct(nesting) : nullptr;
  for (std::string_view function;
       left != nullptr && !(function = FunctionOf(kSums, tokens_.Peek().token)).empty();) {
    const Lexeme op = tokens_.Next();
    Expr* right = nesting.Descend() ? ParseProduct(nesting) : nullptr;
    left = right == nullptr ? nullptr : Operator(function, op, std::array{left, right}, begin);
  }
  return left;
}

Expr* Parser::ParseProduct(NestingGuard& nesting) {
  const uint32_t begin = tokens_.Peek().begin;
  Expr* left = ParseUnary();
  for (std::string_view function;
       left != nullptr && !(function = FunctionOf(kProducts, tokens_.Peek().token)).empty();) {
    const Lexeme op = tokens_.Next();
    Expr* right = nesting.Descend() ? ParseUnary() : nullptr;
    left = right == nullptr ? nullptr : Operator(function, op, std::array{left, right}, begin);
  }
  return left;
}

Expr* Parser::ParseUnary() {
  const uint32_t begin = tokens_.Peek().begin;
  const Lexeme op = tokens_.Peek();
  size_t count = 0;
  if (op.token == Token::kNot) {
    for (; tokens_.Take(Token::kNot); ++count) {
    }
    Expr* operand = ParseMember(true);
    return operand == nullptr || count % 2 == 0 ? operand : Operator("!_", op, std::array{operand}, begin);
  }
  const Token after = tokens_.Peek(1).token;
  const bool is_literal = op.token == Token::kMinus && (after == Token::kInt || after == Token::kDouble);
  if (op.token != Token::kMinus || is_literal) {
    return ParseMember(true);
  }
  for (; tokens_.Take(Token::kMinus); ++count) {
  }
  Expr* operand = ParseMember(false);
  return operand == nullptr || count % 2 == 0 ? operand : Operator("-_", op, std::array{operand}, begin);
}

}  // namespace kval::cel
