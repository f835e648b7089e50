#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/starlark/ast.h"
#include "src/lang/starlark/program.h"
#include "src/lang/starlark/program_segment.h"
#include "src/lang/starlark/token.h"

namespace kval::starlark {

// The expected element in messages about a missing operand.
inline constexpr std::string_view kPrimary = "primary expression";

// Recursive-descent parser for the tokens of one program. Source: the grammar of k14s/starlark-go,
// syntax/parse.go.
//
// Errors: an error is reported once, and the rest of its statement is skipped. The tree is usable only if
// nothing was reported. Expression functions never return null.
class Parser {
 public:
  // `errors_before` is the emitter's count before the tokens were made.
  Parser(Program& program, std::span<const LexedToken> tokens, std::span<const ProgramSegment> segments,
         diag::Emitter& emitter, size_t errors_before);

  void ParseFile();
  // Parses the code of HostCall segment `index`, whose tokens the constructor received; also programs of one
  // expression or one argument list.
  Expr* ParseWholeExpression();
  std::span<Argument> ParseWholeArguments();

  // Sets the arguments of host calls, which are parsed in advance, by index of the segment.
  void SetHostArguments(std::span<const std::span<Argument>> arguments) { host_arguments_ = arguments; }

 private:
  class Nesting;
  using Tokens = std::span<const LexedToken>;

  // Tokens.
  const LexedToken& Peek(size_t ahead = 0) const;
  Token At() const { return Peek().token; }
  bool Is(Token token) const { return At() == token; }
  const LexedToken& Next();
  bool Take(Token token);
  bool Expect(Token token);
  source::Span Since(source::Span begin) const;

  // Error handling (parse_mistakes.cc). `noticed`: where ytt reports the error, if that is another line.
  void Fail(source::Span at, std::string message, std::string hint = {}, source::Span noticed = {});
  void FailWanting(std::string_view expected);
  std::string HintFor(std::string_view expected) const;
  void SkipLine();
  Expr* Poison(source::Span span);

  // Statements (parse_stmt.cc).
  void ParseStatement(std::vector<Stmt*>& statements);
  Stmt* ParseDef();
  Stmt* ParseIf();
  Stmt* ParseFor();
  Stmt* ParseWhile();
  void ParseSimpleLine(std::vector<Stmt*>& statements);
  Stmt* ParseSmall();
  Stmt* ParseReturn();
  Stmt* ParseLoad();
  bool ParseLoadedName(std::vector<LoadedName>& names);
  Stmt* ParseAssignOrExpr();
  Stmt* ParseHostCall();
  // Parses the block after the header and colon of a compound statement.
  Block ParseSuite(source::Span opener, bool& needs_end);
  Block ParseSuiteWithEnd(source::Span opener);
  Block ParseBlock();
  void CloseBlock(source::Span opener, source::Span part);
  std::string_view ParseIdentifier(source::Span& span);
  NameExpr* ParseName();

  // Expressions (parse_expr.cc).
  Expr* ParseExpr(bool in_parens);
  Expr* ParseTest();
  Expr* ParseOperand(uint8_t level);
  Expr* ParseBinary(uint8_t level);
  Expr* ParseNot();
  Expr* ParseLambda(bool allow_condition);
  Expr* ParsePrimaryWithSuffix();
  Expr* ParsePrimary();
  Expr* ParseUnary();
  Expr* ParseParens();
  Expr* ParseList();
  Expr* ParseDict();
  DictItem ParseDictItem();
  Expr* ParseComprehension(source::Span opening, bool is_dict, DictItem body, Token closing);
  Expr* ParseIndexOrSlice(Expr* object);
  Expr* ParseCall(Expr* callee);
  Expr* ParseTarget();
  void ParseItems(std::vector<Expr*>& items, bool allow_trailing_comma);

  // Arguments and parameters (parse_arguments.cc).
  std::span<Argument> ParseArguments(Token closing);
  bool ParseArgument(Argument& argument, bool& stars);
  std::span<Param> ParseParams(Token closing);
  bool ParseParam(Param& param, bool& stars);

  template <typename T>
  T* Make(T node) {
    return arena_.New<T>(node);
  }
  template <typename T>
  std::span<T> Keep(const std::vector<T>& items) {
    return arena_.Copy(std::span<const T>(items));
  }
  Expr Head(ExprKind kind, source::Span span, std::initializer_list<const Expr*> children);
  // Reports a tree that is too high for recursion.
  uint32_t CheckHeight(uint32_t height, source::Span span);

  Program& program_;
  Arena& arena_;
  Tokens tokens_;
  std::span<const ProgramSegment> segments_;
  diag::Emitter& emitter_;
  std::span<const std::span<Argument>> host_arguments_;
  size_t errors_before_;
  size_t next_ = 0;
  uint32_t depth_ = 0;
  // An error was reported, and the rest of the line is skipped.
  bool failed_ = false;
  std::vector<FunctionCode*> functions_;
};

}  // namespace kval::starlark
