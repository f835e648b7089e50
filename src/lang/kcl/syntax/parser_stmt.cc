#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "src/lang/kcl/syntax/parser.h"

// Statements, but for schemas and rules (parser_schema.cc).
namespace kval::kcl {
namespace {

struct ForeignStatement {
  std::string_view word;
  std::string_view hint;
};

constexpr std::string_view kLambdaHint = "write `name = lambda x: int -> int { x + 1 }`";
constexpr std::string_view kNoLoopHint = "make a list or a dict with `[… for … in …]`, `{k: v for …}`";
constexpr std::string_view kAssignHint = "write `name = value`";
constexpr ForeignStatement kForeignStatements[] = {
    {"def", kLambdaHint},
    {"func", kLambdaHint},
    {"function", kLambdaHint},
    {"class", "write `schema Name:`"},
    {"struct", "write `schema Name:`"},
    {"interface", "write `schema Name:`"},
    {"while", kNoLoopHint},
    {"return", "the last expression of a lambda is its value"},
    {"let", kAssignHint},
    {"var", kAssignHint},
    {"const", kAssignHint},
    {"from", "write `import a.b as c`"},
    {"try", "`runtime.catch` gives the message of a failure"},
};

}  // namespace

bool Parser::AtAugOp() const {
  return Peek().kind >= TokenKind::kPlusAssign && Peek().kind <= TokenKind::kOrAssign;
}

BinaryOp Parser::TakeAugOp() {
  const TokenKind kind = Take().kind;
  return static_cast<BinaryOp>(static_cast<uint8_t>(kind) - static_cast<uint8_t>(TokenKind::kPlusAssign));
}

void Parser::CheckDedent() {
  if (At(TokenKind::kDedent) && Peek().excess > 0) {
    const uint32_t excess = Peek().excess;
    const std::string amount = std::to_string(excess) + (excess == 1 ? " space" : " spaces");
    Fail(Peek().span, syntax_error::kIndentation, amount);
    failed_ = false;
    Take();
  }
}

// One statement with the line break behind it; null when there was only layout or a mistake.
const Stmt* Parser::ParseStmt() {
  SkipNewlines();
  CheckDedent();
  if (At(TokenKind::kEnd)) {
    return nullptr;
  }
  if (At(TokenKind::kIndent)) {
    emitter_.Report(Peek().span, syntax_error::kStrayIndent)
        .Hint("indent the line as the one above it")
        .Emit();
    Take();
    ++stray_indents_;
    return nullptr;
  }
  if (At(TokenKind::kDedent)) {
    if (stray_indents_ > 0) {
      --stray_indents_;
    } else if (loose_break_) {
      loose_break_ = false;
    } else if (lambda_depth_ == 0) {
      emitter_.Report(Peek().span, syntax_error::kUnexpected, "dedent")
          .Hint("put a closing bracket on a line of its own")
          .Emit();
    }
    Take();
    return nullptr;
  }
  const DepthGuard guard(depth_);
  if (TooDeep()) {
    return nullptr;
  }
  const size_t before = position_;
  const Stmt* stmt = ParseStmtAt();
  if (failed_) {
    SkipToEndOfLine();
    failed_ = false;
    SkipBelow();
  }
  if (position_ == before) {
    Take();
  }
  SkipNewlines();
  return stmt;
}

void Parser::SkipBelow() {
  if (!At(TokenKind::kNewline) || Peek(1).kind != TokenKind::kIndent) {
    return;
  }
  Take();
  size_t depth = 0;
  do {
    depth += At(TokenKind::kIndent) ? 1 : 0;
    depth -= At(TokenKind::kDedent) ? 1 : 0;
    Take();
  } while (depth > 0 && !At(TokenKind::kEnd));
}

// A statement that other languages have, told by the word and what follows it.
bool Parser::AtForeignStatement(std::string& hint) const {
  if (!At(TokenKind::kName) || (Peek(1).kind != TokenKind::kName && Peek(1).kind != TokenKind::kInt)) {
    return false;
  }
  const std::string_view word = context_.names.Text(Peek().symbol);
  const auto* found = std::find_if(std::begin(kForeignStatements), std::end(kForeignStatements),
                                   [&](const ForeignStatement& each) { return each.word == word; });
  if (found == std::end(kForeignStatements) || Peek(1).keyword == Keyword::kIf ||
      Peek(1).keyword == Keyword::kAnd || Peek(1).keyword == Keyword::kOr ||
      Peek(1).keyword == Keyword::kIn || Peek(1).keyword == Keyword::kIs || Peek(1).keyword == Keyword::kAs ||
      (Peek(1).keyword == Keyword::kNot && word != "while" && word != "return")) {
    return false;
  }
  hint = found->hint;
  return true;
}

bool Parser::AtName() const {
  const TokenKind next = Peek(1).kind;
  if (AtKeyword(Keyword::kIf) && next == TokenKind::kColon && Peek(2).kind == TokenKind::kNewline) {
    return false;
  }
  return next == TokenKind::kAssign || (next == TokenKind::kColon && Peek().keyword != Keyword::kElse) ||
         (next >= TokenKind::kPlusAssign && next <= TokenKind::kOrAssign);
}

const Stmt* Parser::ParseStmtAt() {
  const HeightScope height(height_);
  if (At(TokenKind::kAt)) {
    const std::vector<Decorator> decorators = ParseDecorators();
    if (AtKeyword(Keyword::kRule)) {
      return ParseRule(decorators);
    }
    if (AtKeyword(Keyword::kSchema) || AtKeyword(Keyword::kMixin) || AtKeyword(Keyword::kProtocol)) {
      return ParseSchema(decorators);
    }
    FailExpected("a schema");
    return nullptr;
  }
  if (!At(TokenKind::kName) || AtName()) {
    return ParseExprOrAssign(false);
  }
  std::string hint;
  if (AtForeignStatement(hint)) {
    emitter_.Report(Peek().span, syntax_error::kForeignStatement, file_.Text(Peek().span)).Hint(hint).Emit();
    failed_ = true;
    return nullptr;
  }
  switch (Peek().keyword) {
    case Keyword::kIf:
      return ParseIf();
    case Keyword::kSchema:
    case Keyword::kMixin:
    case Keyword::kProtocol:
      return ParseSchema({});
    case Keyword::kRule:
      return ParseRule({});
    case Keyword::kImport:
      return ParseImport();
    case Keyword::kType:
      return Peek(1).kind == TokenKind::kName ? ParseTypeAlias() : ParseExprOrAssign(false);
    case Keyword::kAssert:
      return ParseAssert();
    case Keyword::kFor:
      emitter_.Report(Peek().span, syntax_error::kForeignStatement, "for")
          .Hint(std::string(kNoLoopHint))
          .Emit();
      failed_ = true;
      return nullptr;
    case Keyword::kElse:
    case Keyword::kElif:
      Fail(Peek().span, syntax_error::kUnexpected, file_.Text(Peek().span));
      return nullptr;
    default:
      return ParseExprOrAssign(false);
  }
}

std::vector<const Stmt*> Parser::ParseBlock() {
  std::vector<const Stmt*> body;
  if (!Expect(TokenKind::kIndent)) {
    return body;
  }
  while (!At(TokenKind::kEnd)) {
    SkipNewlines();
    CheckDedent();
    if (At(TokenKind::kEnd) || (At(TokenKind::kDedent) && stray_indents_ == 0)) {
      break;
    }
    if (const Stmt* stmt = ParseStmt()) {
      body.push_back(stmt);
    }
  }
  Accept(TokenKind::kDedent);
  return body;
}

// What follows the colon of an if: a statement on the same line, or a block.
std::vector<const Stmt*> Parser::ParseSuite() {
  if (At(TokenKind::kNewline)) {
    SkipNewlines();
    return ParseBlock();
  }
  std::vector<const Stmt*> body;
  if (const Stmt* stmt = ParseStmtAt()) {
    body.push_back(stmt);
  }
  return body;
}

// Takes `if`, `elif` or `else`, and whether it was `else`; `else if` is reported and taken for `elif`.
bool Parser::TakeBranchWord() {
  const source::Span word = Peek().span;
  const bool is_else = AtKeyword(Keyword::kElse);
  Take();
  if (!is_else || !AtKeyword(Keyword::kIf)) {
    return is_else;
  }
  emitter_.Report(Cover(word, Peek().span), syntax_error::kElseIf).Hint("write `elif`").Emit();
  Take();
  return false;
}

const Stmt* Parser::ParseIf() {
  const uint32_t begin = Peek().span.begin;
  std::vector<IfBranch> branches;
  bool is_else = false;
  do {
    is_else = TakeBranchWord();
    IfBranch branch;
    branch.condition = is_else ? nullptr : ParseExpr();
    if (!failed_ && !At(TokenKind::kColon)) {
      FailExpected("`:`");
    }
    if (failed_) {
      SkipToBlock();
    } else {
      Take();
    }
    const std::vector<const Stmt*> body = ParseSuite();
    branch.body = Keep(body);
    branches.push_back(branch);
    if (failed_) {
      break;
    }
    SkipNewlines();
  } while (!is_else && (AtKeyword(Keyword::kElif) || (AtKeyword(Keyword::kElse) && !branches.empty())));
  IfStmt stmt = Node<IfStmt>(begin);
  stmt.branches = Keep(branches);
  return Keep(stmt);
}

const Stmt* Parser::ParseImport() {
  const uint32_t begin = Take().span.begin;
  const uint32_t path_begin = Peek().span.begin;
  uint32_t dots = 0;
  while (At(TokenKind::kDot) || At(TokenKind::kEllipsis)) {
    dots += At(TokenKind::kDot) ? 1 : 3;
    Take();
  }
  const std::vector<Name> path = ExpectDottedName();
  const source::Span path_span = SpanFrom(path_begin);
  Name bound = MakeName(path.back().symbol, path.back().span);
  bool has_alias = false;
  // The name is bound in any case, so that its uses are no further mistakes.
  while (failed_ && !AtKeyword(Keyword::kAs) && !At(TokenKind::kNewline) && !At(TokenKind::kEnd)) {
    Take();
  }
  const bool is_broken = std::exchange(failed_, false);
  if (AcceptKeyword(Keyword::kAs)) {
    has_alias = true;
    bound = ExpectName();
  }
  ImportStmt stmt = Node<ImportStmt>(begin);
  stmt.is_broken = is_broken;
  stmt.dots = dots;
  stmt.path = Keep(path);
  stmt.path_span = path_span;
  stmt.has_alias = has_alias;
  stmt.bound = bound;
  return Keep(stmt);
}

const Stmt* Parser::ParseTypeAlias() {
  const uint32_t begin = Take().span.begin;
  const Name name = At(TokenKind::kName) ? TakeName(NameUse::kArgument) : ExpectName();
  const TypeExpr* type = nullptr;
  if (Expect(TokenKind::kAssign)) {
    type = ParseType();
  } else {
    type = Keep(TypeExpr{TypeExprKind::kInvalid, Peek().span, context_.next_id++});
  }
  TypeAliasStmt stmt = Node<TypeAliasStmt>(begin);
  stmt.name = name;
  stmt.type = type;
  return Keep(stmt);
}

const Stmt* Parser::ParseAssert() {
  const uint32_t begin = Take().span.begin;
  const Expr* condition = ParseSimple();
  const Expr* guard = !failed_ && AcceptKeyword(Keyword::kIf) ? ParseSimple() : nullptr;
  const Expr* message = !failed_ && Accept(TokenKind::kComma) ? ParseExpr() : nullptr;
  AssertStmt stmt = Node<AssertStmt>(begin);
  stmt.condition = condition;
  stmt.guard = guard;
  stmt.message = message;
  return Keep(stmt);
}

const Stmt* Parser::ParseExprOrAssign(bool in_schema) {
  const uint32_t begin = Peek().span.begin;
  const Expr* first = nullptr;
  if (At(TokenKind::kName) && AtName()) {
    const Name name = TakeName(in_schema ? NameUse::kAttribute : NameUse::kTarget);
    NameExpr expr = Node<NameExpr>(begin);
    expr.name = name;
    first = Keep(expr);
  } else {
    first = ParseExpr();
  }
  if (failed_) {
    ExprStmt stmt = Node<ExprStmt>(begin);
    stmt.exprs = Keep(std::vector<const Expr*>{first});
    return Keep(stmt);
  }
  if (At(TokenKind::kColon)) {
    return ParseAnnotated(first, in_schema);
  }
  if (AtAugOp()) {
    return ParseAugAssign(first);
  }
  if (At(TokenKind::kAssign)) {
    return ParseAssign(first, nullptr);
  }
  if (At(TokenKind::kComma)) {
    Fail(Peek().span, syntax_error::kUnexpected, ",");
  }
  ExprStmt stmt = Node<ExprStmt>(begin);
  stmt.exprs = Keep(std::vector<const Expr*>{first});
  return Keep(stmt);
}

// `target: T …`
const Stmt* Parser::ParseAnnotated(const Expr* first, bool in_schema) {
  Take();
  if (At(TokenKind::kNewline)) {
    FailExpected("a type", "write `" + std::string(file_.Text(first->span)) + " = {…}` for a value");
    return nullptr;
  }
  const TypeExpr* type = ParseType();
  if (failed_) {
    return nullptr;
  }
  const NamedTypeExpr* named = type->As<NamedTypeExpr>();
  if (named && (At(TokenKind::kOpenBrace) || At(TokenKind::kOpenParen))) {
    return ParseUnification(first, *named);
  }
  const NameExpr* name = first->As<NameExpr>();
  if (in_schema && name) {
    AttributeStmt attribute;
    attribute.name = name->name;
    attribute.type = type;
    ParseDefault(attribute);
    const AttributeStmt node = Node<AttributeStmt>(first->span.begin);
    attribute.kind = node.kind;
    attribute.span = node.span;
    attribute.id = node.id;
    return Keep(attribute);
  }
  if (!At(TokenKind::kAssign)) {
    const std::string target(file_.Text(first->span));
    FailExpected("`=`", "write `" + target + " = value`; behind `:` stands a type");
  }
  return ParseAssign(first, type);
}

const Stmt* Parser::ParseUnification(const Expr* target, const NamedTypeExpr& type) {
  NameExpr schema_name = Node<NameExpr>(type.names[0].span.begin);
  schema_name.name = type.names[0];
  schema_name.span = type.names[0].span;
  const Expr* schema = Keep(schema_name);
  for (const Name& name : type.names.subspan(1)) {
    SelectorExpr selector = Node<SelectorExpr>(type.span.begin);
    selector.value = schema;
    selector.attribute = name;
    selector.span = {type.span.begin, name.span.end};
    schema = Keep(selector);
  }
  const bool has_args = At(TokenKind::kOpenParen);
  const std::vector<Argument> args = has_args ? ParseArguments() : std::vector<Argument>();
  if (!failed_ && !At(TokenKind::kOpenBrace)) {
    FailExpected("`{`");
  }
  if (failed_) {
    return nullptr;
  }
  const Expr* value = ParseSchemaInit(schema, has_args, Keep(args), type.span.begin);
  UnificationStmt stmt = Node<UnificationStmt>(target->span.begin);
  stmt.value = value->As<SchemaInitExpr>();
  if (!stmt.value || !ToTarget(target, stmt.target)) {
    return nullptr;
  }
  return Keep(stmt);
}

const Stmt* Parser::ParseAugAssign(const Expr* target) {
  const source::Span op_span = Peek().span;
  const BinaryOp op = TakeAugOp();
  AugAssignStmt stmt;
  const bool is_target = ToTarget(target, stmt.target);
  const Expr* value = ParseExpr();
  if (!is_target) {
    return nullptr;
  }
  const AugAssignStmt node = Node<AugAssignStmt>(target->span.begin);
  stmt.kind = node.kind;
  stmt.span = node.span;
  stmt.id = node.id;
  stmt.op = op;
  stmt.op_span = op_span;
  stmt.value = value;
  return Keep(stmt);
}

const Stmt* Parser::ParseAssign(const Expr* first, const TypeExpr* type) {
  std::vector<const Expr*> parts = {first};
  while (!failed_ && Accept(TokenKind::kAssign)) {
    parts.push_back(ParseExpr());
  }
  std::vector<Target> targets;
  const size_t count = parts.size() > 1 ? parts.size() - 1 : 1;
  for (size_t i = 0; i < count; ++i) {
    Target target;
    if (ToTarget(parts[i], target)) {
      targets.push_back(target);
    }
  }
  if (targets.empty()) {
    return nullptr;
  }
  AssignStmt stmt = Node<AssignStmt>(first->span.begin);
  stmt.targets = Keep(targets);
  stmt.type = type;
  stmt.value = parts.size() > 1 ? parts.back() : Invalid();
  return Keep(stmt);
}

}  // namespace kval::kcl
