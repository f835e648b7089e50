#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/fault.h"
#include "src/lang/cel/lexer.h"
#include "src/support/arena.h"

namespace kval::cel {

struct ParseOptions {
  bool has_macros = true;
  bool has_bindings = false;  // the macro cel.bind
};

// Makes nodes, in an arena. What the macros are written with.
class ExprBuilder {
 public:
  explicit ExprBuilder(Arena& arena) : arena_(arena) {}

  Arena& arena() { return arena_; }
  // Where the nodes that are made from now on stand in the source.
  void set_place(uint32_t at, uint32_t begin, uint32_t end) { at_ = at, begin_ = begin, end_ = end; }

  Expr* New(ExprKind kind);
  Expr* Literal(Value value);
  Expr* Ident(std::string_view name);
  Expr* Select(Expr* operand, std::string_view field);
  Expr* Call(std::string_view function, std::initializer_list<Expr*> args);
  Expr* MemberCall(std::string_view function, std::initializer_list<Expr*> args);
  Expr* List(std::initializer_list<Expr*> items);
  // A deep copy; null when there have been too many.
  Expr* Copy(const Expr* expr);

 private:
  Arena& arena_;
  uint32_t at_ = 0;
  uint32_t begin_ = 0;
  uint32_t end_ = 0;
  uint64_t copied_ = 0;
};

// Sets what a call of the name is when it runs.
Op OpOf(std::string_view function);

// Turns a text into nodes. Macros are expanded. One parser for one text.
//
// Source: cel-go's parser/parser.go and CEL.g4, with its limits: 100,000 code points, 250 nodes of one kind
// within one another.
class Parser {
 public:
  Parser(std::string_view text, const ParseOptions& options, Arena& arena, std::vector<Fault>& faults);

  // Null, with at least one fault, when the text is no expression.
  Expr* Parse();

 private:
  enum class Rule : uint8_t { kExpr, kRelation, kCalc, kMember };
  class Nesting;

  Expr* ParseExpr();
  Expr* ParseOr();
  Expr* ParseAnd();
  Expr* ParseRelation();
  Expr* ParseSum();
  Expr* ParseProduct(Nesting& nesting);
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

  const Lexeme& Peek(size_t ahead = 0) const;
  bool At(Token token) const { return Peek().token == token; }
  bool Take(Token token);
  const Lexeme& Next() { return lexemes_[position_++]; }
  uint32_t PreviousEnd() const { return position_ == 0 ? 0 : lexemes_[position_ - 1].end; }
  std::string_view TextOf(const Lexeme& lexeme) const {
    return text_.substr(lexeme.begin, lexeme.end - lexeme.begin);
  }

  Expr* Expected(std::string_view what);
  Expr* Fail(uint32_t at, std::string message);
  bool Enter(Rule rule);
  void Leave(Rule rule) { --depths_[static_cast<size_t>(rule)]; }

  std::string_view text_;
  ParseOptions options_;
  ExprBuilder builder_;
  std::vector<Fault>& faults_;
  std::vector<Lexeme> lexemes_;
  size_t position_ = 0;
  int depths_[4] = {};
};

}  // namespace kval::cel
