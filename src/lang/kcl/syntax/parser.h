#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/ast.h"
#include "src/lang/kcl/syntax/syntax_error.h"
#include "src/lang/kcl/syntax/token.h"

// Private to the syntax library: the recursive-descent parser, one method for each rule of the grammar.
// Source of the grammar: KCL's crates/parser/src/parser.
namespace kval::kcl {

struct StringPiece;

// How strongly an operator binds, weakest first. KCL binds prefix operators most tightly, `not` included.
enum class Precedence : uint8_t {
  kLowest,
  kAs,
  kOr,
  kAnd,
  kEqual,
  kIn,
  kIs,
  kLess,
  kBitOr,
  kBitXor,
  kBitAnd,
  kShift,
  kSum,
  kProduct,
  kPower,
};

class Parser {
 public:
  Parser(AstContext& context, const source::SourceFile& file, std::vector<Token> tokens,
         diag::Emitter& emitter, int depth)
      : context_(context), file_(file), tokens_(std::move(tokens)), emitter_(emitter), depth_(depth) {}

  FileAst ParseFile();
  // The text between `${` and `}`: an expression and an optional `: #spec`.
  StringPart ParseInterpolation(source::Span span);

 private:
  // The same with a parser of its own: of a piece of a string that is an expression.
  StringPart ParsePiece(const StringPiece& piece);

  // parser.cc: tokens, errors, nodes.
  const Token& Peek(size_t ahead = 0) const {
    const size_t index = position_ + ahead;
    return tokens_[index < tokens_.size() ? index : tokens_.size() - 1];
  }
  bool At(TokenKind kind) const { return Peek().kind == kind; }
  bool AtKeyword(Keyword keyword) const { return At(TokenKind::kName) && Peek().keyword == keyword; }
  const Token& Take();
  bool Accept(TokenKind kind);
  bool AcceptKeyword(Keyword keyword);
  bool Expect(TokenKind kind);
  bool ExpectKeyword(Keyword keyword, std::string_view word);
  void SkipNewlines();
  void SkipLayout();
  source::Span SpanFrom(uint32_t begin) const { return {begin, last_end_ > begin ? last_end_ : begin}; }
  // The index of the bracket that closes the one at `open`, or of the kEnd token.
  size_t CloserOf(size_t open) const;
  void SkipToEndOfLine();
  void SkipToItemEnd();
  void SkipToBlock();
  // The loop over the items between brackets. Items may stand on lines of their own only when the opening
  // bracket ends its line (`has_newline`); a line break elsewhere is reported, and then allowed.
  bool AtItemsEnd(TokenKind close, size_t open, bool& has_newline);
  void FinishItem(bool has_newline);

  template <typename... Args>
  void Fail(source::Span at, const diag::Def<Args...>& def, std::type_identity_t<Args>... args) {
    if (!failed_ && !stopped_) {
      emitter_.Report(at, def, args...).Emit();
    }
    failed_ = true;
  }
  // Reports a line whose indentation fits no open block.
  void CheckDedent();
  void FailExpected(std::string_view what, std::string hint = {});
  // Behind a statement that failed: the block below it belongs to the same mistake.
  void SkipBelow();

  template <typename T>
  T Node(uint32_t begin) {
    T node;
    node.kind = T::kKind;
    node.span = SpanFrom(begin);
    node.id = context_.next_id++;
    return node;
  }
  template <typename T>
  const T* Keep(const T& node) {
    return context_.arena.New<T>(node);
  }
  template <typename T>
  std::span<const T> Keep(const std::vector<T>& items) {
    return context_.arena.Copy(std::span<const T>(items));
  }
  Name MakeName(Symbol symbol, source::Span span) { return {symbol, span, context_.next_id++}; }
  Name TakeName() {
    const Token& token = Take();
    return MakeName(token.symbol, token.span);
  }
  // The same for a word that stands where names do: reports a keyword that is none there, and takes it as the
  // name that was meant.
  Name TakeName(NameUse use);
  Name ExpectName();
  std::vector<Name> ExpectDottedName();
  const Expr* Invalid();

  // True when nesting is too deep; reports it and stops.
  bool TooDeep();
  // The same for a further link of a chain (`a + b + c`, `a.b.c`), which makes the tree one level deeper.
  bool TooLong();
  void Stop();

  // parser_stmt.cc
  const Stmt* ParseStmt();
  const Stmt* ParseStmtAt();
  bool AtForeignStatement(std::string& hint) const;
  std::vector<const Stmt*> ParseBlock();
  std::vector<const Stmt*> ParseSuite();
  bool TakeBranchWord();
  const Stmt* ParseIf();
  const Stmt* ParseImport();
  const Stmt* ParseTypeAlias();
  const Stmt* ParseAssert();
  const Stmt* ParseExprOrAssign(bool in_schema);
  const Stmt* ParseAnnotated(const Expr* first, bool in_schema);
  const Stmt* ParseUnification(const Expr* target, const NamedTypeExpr& type);
  const Stmt* ParseAugAssign(const Expr* target);
  const Stmt* ParseAssign(const Expr* first, const TypeExpr* type);
  bool AtName() const;
  bool ToTarget(const Expr* expr, Target& target);
  bool ToPath(const Expr* expr, std::vector<KeyStep>& path);
  BinaryOp TakeAugOp();
  bool AtAugOp() const;

  // parser_schema.cc
  std::vector<Decorator> ParseDecorators();
  const Stmt* ParseSchema(const std::vector<Decorator>& decorators);
  const Stmt* ParseRule(const std::vector<Decorator>& decorators);
  void ParseSchemaBody(SchemaStmt& schema);
  void ParseSchemaItem(std::vector<const Stmt*>& body, SchemaStmt& schema);
  bool AtAttribute() const;
  const Stmt* ParseAttribute();
  void ParseDefault(AttributeStmt& attribute);
  const IndexSignature* ParseIndexSignature();
  const IndexSignature* AnyOther(source::Span at);
  void ParseDoc(std::string_view& doc, source::Span& span);
  std::vector<SchemaRef> ParseMixins();
  std::vector<CheckLine> ParseCheckLines();
  SchemaRef ParseSchemaRef();
  const SchemaRef* ParseFor();
  std::vector<Parameter> ParseParameters(TokenKind end, TokenKind other_end);
  bool EndHeader();
  void EndBlock();

  // parser_expr.cc
  const Expr* ParseExpr();
  const Expr* ParseSimple();
  const Expr* ParseOperators(Precedence least);
  const Expr* ParseUnary();
  const Expr* ParsePrimary();
  const Expr* ParsePostfix(const Expr* operand, uint32_t begin, bool braces);
  const Expr* ParseOperand();
  const Expr* ParseNameExpr();
  const Expr* ParseSelector(const Expr* value, uint32_t begin);
  const Expr* ParseProjection(const Expr* value, uint32_t begin);
  const Expr* ParseSubscript(const Expr* value, uint32_t begin);
  const Expr* ParseCall(const Expr* callee, uint32_t begin);
  const Expr* ParseSchemaInit(const Expr* schema, bool has_args, std::span<const Argument> args,
                              uint32_t begin);
  std::vector<Argument> ParseArguments();
  Argument ParseArgument();
  const Expr* ParseNumber();
  const Expr* ParseConstant(Constant value);
  const Expr* ParseString();
  const Expr* ParseParen();
  const Expr* ParseLambda();
  const Expr* ParseQuantifier(QuantifierKind kind);

  // parser_config.cc
  const Expr* ParseConfigOrComprehension();
  std::vector<ConfigEntry> ParseEntries(size_t open, bool has_newline);
  ConfigEntry ParseEntry();
  void ParseKey(ConfigEntry& entry);
  bool AtKey() const;
  const Expr* ParseKeyExpr();
  const ConfigIf* ParseConfigIf();
  template <typename Item>
  std::vector<Item> ParseBlock(TokenKind close, Item (Parser::*parse)());
  template <typename Branch, typename ParseBody>
  std::span<const Branch> ParseBranches(const ParseBody& parse_body);
  const Expr* ParseListOrComprehension();
  std::vector<const Expr*> ParseItems(size_t open);
  const Expr* ParseItem();
  const Expr* ParseListIf();
  std::vector<ForClause> ParseForClauses();
  ForClause ParseForClause();
  // Behind a loop variable stands neither a comma nor `in`.
  void FailLoopVariable();

  // parser_type.cc
  const TypeExpr* ParseType();
  const TypeExpr* ParseTypeElement();
  const TypeExpr* ParseNamedType();
  const TypeExpr* ParseLiteralType();
  const TypeExpr* ParseListType();
  const TypeExpr* ParseDictType();
  const TypeExpr* ParseFunctionType();
  const TypeExpr* ParseBasicType(TypeExprKind kind);

  AstContext& context_;
  const source::SourceFile& file_;
  std::vector<Token> tokens_;
  diag::Emitter& emitter_;
  size_t position_ = 0;
  uint32_t last_end_ = 0;  // the end of the last token that has a text
  int depth_ = 0;
  int lambda_depth_ = 0;
  int paren_depth_ = 0;
  size_t stray_indents_ = 0;  // indents that belong to no block
  // Set by an error, reset at the next statement, entry or item: no second error before that.
  bool failed_ = false;
  // How deep the tree of the current expression is, chains of operators included; an upper bound.
  int height_ = 0;
  bool stopped_ = false;  // the nesting was too deep: nothing is read any more
  bool loose_break_ =
      false;  // a line break inside brackets was reported, so its dedent is no further mistake
};

// The height of an expression while it is parsed; afterwards the higher one of it and its neighbours before
// it.
class HeightScope {
 public:
  explicit HeightScope(int& height) : height_(height), outer_(std::exchange(height, 0)) {}
  ~HeightScope() { height_ = height_ + 1 > outer_ ? height_ + 1 : outer_; }
  HeightScope(const HeightScope&) = delete;
  HeightScope& operator=(const HeightScope&) = delete;

 private:
  int& height_;
  int outer_;
};

// Counts a level of nesting while it lives.
class DepthGuard {
 public:
  explicit DepthGuard(int& depth) : depth_(depth) { ++depth_; }
  ~DepthGuard() { --depth_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

 private:
  int& depth_;
};

}  // namespace kval::kcl
