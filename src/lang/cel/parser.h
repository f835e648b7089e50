#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/expr_builder.h"
#include "src/lang/cel/lexer.h"
#include "src/lang/cel/parse_options.h"
#include "src/lang/cel/program_error.h"
#include "src/support/arena.h"

namespace kval::cel {

// The lexemes of a text, read from the left with as much of a look ahead as is wanted. Behind the last one,
// which is kEnd, there is kEnd again.
class TokenReader {
 public:
  explicit TokenReader(std::string_view text) : text_(text) {}

  void Read(std::vector<Lexeme> lexemes) { lexemes_ = std::move(lexemes); }

  const Lexeme& Peek(size_t ahead = 0) const {
    return lexemes_[std::min(position_ + ahead, lexemes_.size() - 1)];
  }
  bool At(Token token) const { return Peek().token == token; }
  // Consumes the next token if it is `token`.
  bool Take(Token token) {
    if (!At(token)) {
      return false;
    }
    ++position_;
    return true;
  }
  const Lexeme& Next() { return lexemes_[position_++]; }

  uint32_t PreviousEnd() const { return position_ == 0 ? 0 : lexemes_[position_ - 1].end; }
  std::string_view text() const { return text_; }
  std::string_view TextOf(const Lexeme& lexeme) const {
    return text_.substr(lexeme.begin, lexeme.end - lexeme.begin);
  }

 private:
  std::string_view text_;
  std::vector<Lexeme> lexemes_;
  size_t position_ = 0;
};

// Parses one text and expands macros.
//
// Source: cel-go's parser/parser.go and CEL.g4, with its limits: 100,000 code points, 250 nested nodes of one
// kind.
class Parser {
 public:
  Parser(std::string_view text, const ParseOptions& options, Arena& arena, std::vector<ProgramError>& errors);

  // Returns null after reporting at least one error.
  Expr* Parse();

 private:
  enum class Rule : uint8_t { kExpr, kRelation, kCalc, kMember };
  class NestingGuard;

  Expr* ParseExpr();
  Expr* ParseOr();
  Expr* ParseAnd();
  Expr* ParseRelation();
  Expr* ParseSum();
  Expr* ParseProduct(NestingGuard& nesting);
  Expr* ParseUnary();
  Expr* ParseMember(bool may_be_signed);
  Expr* ParsePrimary(bool may_be_signed);
  Expr* ParseName();
  Expr* ParseList();
  Expr* ParseMap();
  Expr* ParseObject(std::string_view name, uint32_t begin);
  Expr* ParseLiteral(bool is_negative, uint32_t begin);
  Expr* ParseSelect(Expr* operand, uint32_t begin);
  Expr* ParseIndex(Expr* operand, uint32_t begin);
  bool ParseArgs(std::vector<Expr*>& args, Token close);

  Expr* Operator(std::string_view function, const Lexeme& op, std::span<Expr* const> args, uint32_t begin);
  Expr* Balanced(std::string_view function, std::span<Expr* const> terms, std::span<const Lexeme> ops);
  Expr* CallOrMacro(std::string_view function, Expr* target, std::vector<Expr*>& args, const Lexeme& at,
                    uint32_t begin);
  std::optional<std::string_view> TakeFieldName();
  bool LooksAtObject() const;

  Expr* Expected(std::string_view what);
  Expr* Fail(uint32_t at, std::string message);
  bool Enter(Rule rule);
  void Leave(Rule rule) { --depths_[static_cast<size_t>(rule)]; }

  TokenReader tokens_;
  ParseOptions options_;
  ExprBuilder builder_;
  std::vector<ProgramError>& errors_;
  int depths_[4] = {};
};

}  // namespace kval::cel
