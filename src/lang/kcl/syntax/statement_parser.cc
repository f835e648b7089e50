#include "src/lang/kcl/syntax/statement_parser.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "src/lang/kcl/syntax/assignment_parser.h"
#include "src/lang/kcl/syntax/header_parser.h"
#include "src/lang/kcl/syntax/schema_parser.h"
#include "src/lang/kcl/syntax/type_parser.h"

namespace kval::kcl::syntax {
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

const Stmt* StatementParser::ParseStmt() {
  SkipNewlines();
  CheckDedent();
  if (At(TokenKind::kEnd)) {
    return nullptr;
  }
  if (At(TokenKind::kIndent)) {
    state_.emitter.Report(Peek().span, syntax_error::kStrayIndent)
        .Hint("indent the line as the one above it")
        .Emit();
    Take();
    ++state_.stray_indents;
    return nullptr;
  }
  if (At(TokenKind::kDedent)) {
    if (state_.stray_indents > 0) {
      --state_.stray_indents;
    } else if (state_.loose_break) {
      state_.loose_break = false;
    } else if (state_.lambda_depth == 0) {
      state_.emitter.Report(Peek().span, syntax_error::kUnexpected, "dedent")
          .Hint("put the closing bracket on a separate line")
          .Emit();
    }
    Take();
    return nullptr;
  }
  const DepthGuard guard(state_.depth);
  if (TooDeep()) {
    return nullptr;
  }
  const size_t before = state_.position;
  const Stmt* stmt = ParseStmtAt();
  if (state_.failed) {
    SkipToEndOfLine();
    state_.failed = false;
    SkipBelow();
  }
  if (state_.position == before) {
    Take();
  }
  SkipNewlines();
  return stmt;
}

void StatementParser::SkipBelow() {
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

// Whether the parser is at a statement of another language, recognized by its first word and the next token.
bool StatementParser::AtForeignStatement(std::string& hint) const {
  if (!At(TokenKind::kName) || (Peek(1).kind != TokenKind::kName && Peek(1).kind != TokenKind::kInt)) {
    return false;
  }
  const std::string_view word = state_.context.names.Text(Peek().symbol);
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

const Stmt* StatementParser::ParseStmtAt() {
  const HeightScope height(state_.height);
  if (At(TokenKind::kAt)) {
    const std::vector<Decorator> decorators = headers_.ParseDecorators();
    if (AtKeyword(Keyword::kRule)) {
      return schemas_.ParseRule(decorators);
    }
    if (AtKeyword(Keyword::kSchema) || AtKeyword(Keyword::kMixin) || AtKeyword(Keyword::kProtocol)) {
      return schemas_.ParseSchema(decorators);
    }
    FailExpected("a schema");
    return nullptr;
  }
  // A statement cannot begin with an operator that is also binary.
  if (At(TokenKind::kPlus) || At(TokenKind::kMinus)) {
    state_.emitter.Report(Peek().span, syntax_error::kUnexpected, state_.file.Text(Peek().span))
        .Hint("put the expression in brackets; a line that goes on ends with `\\`")
        .Emit();
    state_.failed = true;
    return nullptr;
  }
  if (!At(TokenKind::kName) || assignments_.AtName()) {
    return assignments_.ParseExprOrAssign(false);
  }
  std::string hint;
  if (AtForeignStatement(hint)) {
    state_.emitter.Report(Peek().span, syntax_error::kForeignStatement, state_.file.Text(Peek().span))
        .Hint(hint)
        .Emit();
    state_.failed = true;
    return nullptr;
  }
  switch (Peek().keyword) {
    case Keyword::kIf:
      return ParseIf();
    case Keyword::kSchema:
    case Keyword::kMixin:
    case Keyword::kProtocol:
      return schemas_.ParseSchema({});
    case Keyword::kRule:
      return schemas_.ParseRule({});
    case Keyword::kImport:
      return ParseImport();
    case Keyword::kType:
      return Peek(1).kind == TokenKind::kName ? ParseTypeAlias() : assignments_.ParseExprOrAssign(false);
    case Keyword::kAssert:
      return ParseAssert();
    case Keyword::kFor:
      state_.emitter.Report(Peek().span, syntax_error::kForeignStatement, "for")
          .Hint(std::string(kNoLoopHint))
          .Emit();
      state_.failed = true;
      return nullptr;
    case Keyword::kElse:
    case Keyword::kElif:
      Fail(Peek().span, syntax_error::kUnexpected, state_.file.Text(Peek().span));
      return nullptr;
    default:
      return assignments_.ParseExprOrAssign(false);
  }
}

std::vector<const Stmt*> StatementParser::ParseBlock() {
  std::vector<const Stmt*> body;
  if (!Expect(TokenKind::kIndent)) {
    return body;
  }
  while (!At(TokenKind::kEnd)) {
    SkipNewlines();
    CheckDedent();
    if (At(TokenKind::kEnd) || (At(TokenKind::kDedent) && state_.stray_indents == 0)) {
      break;
    }
    if (const Stmt* stmt = ParseStmt()) {
      body.push_back(stmt);
    }
  }
  Accept(TokenKind::kDedent);
  return body;
}

// Parses the part after the colon of an if: a statement on the same line, or a block.
std::vector<const Stmt*> StatementParser::ParseSuite() {
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

const Stmt* StatementParser::ParseIf() {
  const uint32_t begin = Peek().span.begin;
  std::vector<IfBranch> branches;
  bool is_else = false;
  do {
    is_else = TakeBranchWord();
    IfBranch branch;
    branch.condition = is_else ? nullptr : grammar_.ParseExpr();
    if (!state_.failed && !At(TokenKind::kColon)) {
      FailExpected("`:`");
    }
    if (state_.failed) {
      SkipToBlock();
    } else {
      Take();
    }
    const std::vector<const Stmt*> body = ParseSuite();
    branch.body = Keep(body);
    branches.push_back(branch);
    if (state_.failed) {
      break;
    }
    SkipNewlines();
  } while (!is_else && (AtKeyword(Keyword::kElif) || (AtKeyword(Keyword::kElse) && !branches.empty())));
  IfStmt stmt = Node<IfStmt>(begin);
  stmt.branches = Keep(branches);
  return Keep(stmt);
}

const Stmt* StatementParser::ParseImport() {
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
  while (state_.failed && !AtKeyword(Keyword::kAs) && !At(TokenKind::kNewline) && !At(TokenKind::kEnd)) {
    Take();
  }
  const bool is_broken = std::exchange(state_.failed, false);
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

const Stmt* StatementParser::ParseTypeAlias() {
  const uint32_t begin = Take().span.begin;
  const Name name = At(TokenKind::kName) ? TakeName(NameUse::kArgument) : ExpectName();
  const TypeExpr* type = nullptr;
  if (Expect(TokenKind::kAssign)) {
    type = types_.ParseType();
  } else {
    type = Keep(TypeExpr{TypeExprKind::kInvalid, Peek().span, state_.context.next_id++});
  }
  TypeAliasStmt stmt = Node<TypeAliasStmt>(begin);
  stmt.name = name;
  stmt.type = type;
  return Keep(stmt);
}

const Stmt* StatementParser::ParseAssert() {
  const uint32_t begin = Take().span.begin;
  const Expr* condition = grammar_.ParseSimple();
  const Expr* guard = !state_.failed && AcceptKeyword(Keyword::kIf) ? grammar_.ParseSimple() : nullptr;
  const Expr* message = !state_.failed && Accept(TokenKind::kComma) ? grammar_.ParseExpr() : nullptr;
  AssertStmt stmt = Node<AssertStmt>(begin);
  stmt.condition = condition;
  stmt.guard = guard;
  stmt.message = message;
  return Keep(stmt);
}

}  // namespace kval::kcl::syntax
