#include <algorithm>

#include "src/lang/starlark/next_line_span.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/parser.h"

namespace kval::starlark {
namespace {

constexpr uint32_t kMaxBlocks = 100;

// The operator of an augmented assignment, or kIllegal.
Token AugmentedOperator(Token token) {
  switch (token) {
    case Token::kPlusAssign:
      return Token::kPlus;
    case Token::kMinusAssign:
      return Token::kMinus;
    case Token::kStarAssign:
      return Token::kStar;
    case Token::kSlashAssign:
      return Token::kSlash;
    case Token::kSlashSlashAssign:
      return Token::kSlashSlash;
    case Token::kPercentAssign:
      return Token::kPercent;
    case Token::kAmpersandAssign:
      return Token::kAmpersand;
    case Token::kPipeAssign:
      return Token::kPipe;
    case Token::kCaretAssign:
      return Token::kCaret;
    case Token::kShiftLeftAssign:
      return Token::kShiftLeft;
    case Token::kShiftRightAssign:
      return Token::kShiftRight;
    default:
      return Token::kIllegal;
  }
}

}  // namespace

Parser::Parser(Program& program, std::span<const LexedToken> tokens, std::span<const ProgramSegment> segments,
               diag::Emitter& emitter, size_t errors_before)
    : program_(program),
      arena_(program.arena()),
      tokens_(tokens),
      segments_(segments),
      emitter_(emitter),
      errors_before_(errors_before) {
  functions_.push_back(&program.mutable_code());
}

const LexedToken& Parser::Peek(size_t ahead) const {
  return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
}

const LexedToken& Parser::Next() {
  const LexedToken& token = Peek();
  if (next_ + 1 < tokens_.size()) {
    ++next_;
  }
  return token;
}

bool Parser::Take(Token token) {
  if (!Is(token) || failed_) {
    return false;
  }
  Next();
  return true;
}

bool Parser::Expect(Token token) {
  if (failed_) {
    return false;
  }
  if (!Is(token)) {
    FailWanting(DescribeToken(token));
    return false;
  }
  Next();
  return true;
}

source::Span Parser::Since(source::Span begin) const {
  const source::Span last = next_ == 0 ? begin : tokens_[next_ - 1].span;
  return last.begin >= begin.begin ? source::Cover(begin, last) : begin;
}

// Leaves the line of a mistake. The line break itself is taken.
void Parser::SkipLine() {
  while (!Is(Token::kNewline) && !Is(Token::kEndOfFile) && !Is(Token::kHostCall)) {
    Next();
  }
  failed_ = false;
  Take(Token::kNewline);
}

void Parser::ParseFile() {
  std::vector<Stmt*> statements;
  while (!Is(Token::kEndOfFile)) {
    if (Take(Token::kNewline)) {
      continue;
    }
    if (Is(Token::kEnd) || Is(Token::kElse) || Is(Token::kElif)) {
      if (emitter_.error_count() == errors_before_) {
        const std::string name(TokenName(At()));
        Fail(Peek().span, "unexpected " + name, "no `if`, `for`, `while` or `def` is open here",
             GetNextLineSpan(tokens_.subspan(next_), segments_));
      }
      SkipLine();
      continue;
    }
    ParseStatement(statements);
  }
  program_.mutable_code().body = Keep(statements);
}

void Parser::ParseStatement(std::vector<Stmt*>& statements) {
  switch (At()) {
    case Token::kDef:
      statements.push_back(ParseDef());
      return;
    case Token::kIf:
      statements.push_back(ParseIf());
      return;
    case Token::kFor:
      statements.push_back(ParseFor());
      return;
    case Token::kWhile:
      statements.push_back(ParseWhile());
      return;
    case Token::kHostCall:
      statements.push_back(ParseHostCall());
      return;
    default:
      ParseSimpleLine(statements);
      return;
  }
}

Stmt* Parser::ParseHostCall() {
  const uint32_t index = Next().host_call;
  functions_.back()->has_host_calls = true;
  for (FunctionCode* function : functions_) {
    function->may_emit = true;
  }
  const HostCall& call = std::get<HostCall>(segments_[index]);
  const std::span<Argument> arguments =
      index < host_arguments_.size() ? host_arguments_[index] : std::span<Argument>();
  return Make(HostStmt{{StmtKind::kHost, call.at}, call.op, call.form, arguments});
}

Stmt* Parser::ParseDef() {
  const source::Span opener = Next().span;
  DefStmt def{{StmtKind::kDef, opener}, ParseName(), arena_.New<FunctionCode>()};
  def.code->name = def.name->name;
  Expect(Token::kLeftParen);
  if (!failed_) {
    def.code->params = ParseParams(Token::kRightParen);
  }
  Expect(Token::kRightParen);
  def.code->span = Since(opener);
  functions_.push_back(def.code);
  def.code->body = ParseSuiteWithEnd(opener);
  functions_.pop_back();
  def.span = Since(opener);
  return Make(def);
}

Stmt* Parser::ParseIf() {
  const source::Span opener = Peek().span;
  std::vector<IfClause> clauses;
  Block otherwise;
  bool needs_end = true;
  source::Span word;
  do {
    word = Next().span;
    Expr* condition = ParseTest();
    clauses.push_back({condition, ParseSuite(word, needs_end)});
  } while (needs_end && Is(Token::kElif));
  if (needs_end && Is(Token::kElse)) {
    word = Next().span;
    otherwise = ParseSuite(word, needs_end);
  }
  if (needs_end) {
    CloseBlock(opener, word);
  }
  return Make(IfStmt{{StmtKind::kIf, Since(opener)}, Keep(clauses), otherwise});
}

Stmt* Parser::ParseFor() {
  const source::Span opener = Next().span;
  Expr* target = ParseTarget();
  Expect(Token::kIn);
  Expr* iterable = failed_ ? Poison(opener) : ParseExpr(false);
  const Block body = ParseSuiteWithEnd(opener);
  return Make(ForStmt{{StmtKind::kFor, Since(opener)}, target, iterable, body});
}

Stmt* Parser::ParseWhile() {
  const source::Span opener = Next().span;
  Expr* condition = ParseTest();
  const Block body = ParseSuiteWithEnd(opener);
  return Make(WhileStmt{{StmtKind::kWhile, Since(opener)}, condition, body});
}

Block Parser::ParseSuiteWithEnd(source::Span opener) {
  bool needs_end = true;
  const Block body = ParseSuite(opener, needs_end);
  if (needs_end) {
    CloseBlock(opener, opener);
  }
  return body;
}

Block Parser::ParseSuite(source::Span opener, bool& needs_end) {
  Expect(Token::kColon);
  needs_end = true;
  if (failed_) {
    // The block exists nevertheless, unless something follows a colon on this line.
    SkipLine();
    const bool is_one_line =
        next_ >= 2 && tokens_[next_ - 2].token != Token::kColon &&
        std::any_of(tokens_.begin(), tokens_.begin() + static_cast<ptrdiff_t>(next_),
                    [&](const LexedToken& token) {
                      return token.token == Token::kColon && token.span.begin > opener.begin;
                    });
    if (is_one_line) {
      needs_end = false;
      return {};
    }
    return ParseBlock();
  }
  if (Is(Token::kNewline)) {
    Next();
    return ParseBlock();
  }
  needs_end = false;
  std::vector<Stmt*> statements;
  ParseSimpleLine(statements);
  return Keep(statements);
}

Block Parser::ParseBlock() {
  std::vector<Stmt*> statements;
  if (++depth_ > kMaxBlocks) {
    emitter_.ReportText(Peek().span, diag::Kind::kLimitDepth, "blocks are nested too deeply").Emit();
    while (!Is(Token::kEndOfFile)) {
      Next();
    }
  }
  while (!Is(Token::kEnd) && !Is(Token::kElse) && !Is(Token::kElif) && !Is(Token::kEndOfFile)) {
    if (!Take(Token::kNewline)) {
      ParseStatement(statements);
    }
  }
  --depth_;
  return Keep(statements);
}

// The `end` of a block; `part` is its last `elif` or `else`, or the opener.
void Parser::CloseBlock(source::Span opener, source::Span part) {
  if (Is(Token::kEnd)) {
    Next();
    if (!Is(Token::kNewline) && !Is(Token::kEndOfFile)) {
      FailWanting("newline");
      SkipLine();
    } else {
      Take(Token::kNewline);
    }
    return;
  }
  if (emitter_.error_count() == errors_before_) {
    if (Is(Token::kEndOfFile)) {
      Fail(opener, "mismatched set of block openings (if/else/elif/for/def) and closing (end)",
           "this block is never closed: add `end`", part == opener ? source::Span() : part);
    } else {
      Fail(Peek().span, "unexpected " + std::string(TokenName(At())));
    }
  }
  SkipLine();
}

void Parser::ParseSimpleLine(std::vector<Stmt*>& statements) {
  do {
    if (Is(Token::kNewline) || Is(Token::kEndOfFile)) {
      break;
    }
    statements.push_back(ParseSmall());
  } while (Take(Token::kSemicolon));
  if (!failed_ && !Is(Token::kEndOfFile) && !Is(Token::kNewline)) {
    FailWanting("newline");
  }
  if (failed_) {
    SkipLine();
  } else {
    Take(Token::kNewline);
  }
}

Stmt* Parser::ParseSmall() {
  switch (At()) {
    case Token::kReturn:
      return ParseReturn();
    case Token::kBreak:
      return Make(Stmt{StmtKind::kBreak, Next().span});
    case Token::kContinue:
      return Make(Stmt{StmtKind::kContinue, Next().span});
    case Token::kLoad:
      return ParseLoad();
    default:
      return ParseAssignOrExpr();
  }
}

Stmt* Parser::ParseReturn() {
  const source::Span start = Next().span;
  Expr* value = nullptr;
  if (!Is(Token::kEndOfFile) && !Is(Token::kNewline) && !Is(Token::kSemicolon)) {
    value = ParseExpr(false);
  }
  return Make(ReturnStmt{{StmtKind::kReturn, Since(start)}, value});
}

Stmt* Parser::ParseAssignOrExpr() {
  Expr* first = ParseExpr(false);
  const Token augmented = AugmentedOperator(At());
  if (failed_ || (!Is(Token::kAssign) && augmented == Token::kIllegal)) {
    return Make(ExprStmt{{StmtKind::kExpr, first->span}, first});
  }
  const Token op = Is(Token::kAssign) ? Token::kAssign : augmented;
  Next();
  Expr* value = ParseExpr(false);
  return Make(AssignStmt{{StmtKind::kAssign, Since(first->span)}, op, first, value});
}

Stmt* Parser::ParseLoad() {
  const source::Span start = Next().span;
  LoadStmt load{{StmtKind::kLoad, start}, {}, {}, {}};
  std::vector<LoadedName> names;
  Expect(Token::kLeftParen);
  if (!failed_ && !Is(Token::kString)) {
    Fail(Peek().span, "first operand of load statement must be a string literal");
  }
  if (!failed_) {
    load.module = Peek().literal.text();
    load.module_span = Next().span;
  }
  while (!failed_ && !Is(Token::kRightParen) && Expect(Token::kComma)) {
    if (Is(Token::kRightParen) || !ParseLoadedName(names)) {
      break;
    }
  }
  Expect(Token::kRightParen);
  load.span = Since(start);
  if (!failed_ && names.empty()) {
    Fail(load.span, "load statement must import at least 1 symbol");
  }
  load.names = Keep(names);
  return Make(load);
}

bool Parser::ParseLoadedName(std::vector<LoadedName>& names) {
  LoadedName name{};
  if (Is(Token::kName)) {
    name.local = ParseName();
    const std::string local(name.local->name);
    if (!Is(Token::kAssign)) {
      Fail(name.local->span, "load operand must be \"" + local + "\" or " + local +
                                 "=\"originalname\" (want '=' after " + local + ")");
      return false;
    }
    Next();
    if (!Is(Token::kString)) {
      Fail(Peek().span, "original name of loaded symbol must be quoted: " + local + "=\"originalname\"");
      return false;
    }
  } else if (!Is(Token::kString)) {
    Fail(Peek().span,
         "load operand must be \"name\" or localname=\"name\" (got " + DescribeToken(At()) + ")");
    return false;
  }
  const LexedToken& original = Next();
  name.original = original.literal.text();
  name.original_span = original.span;
  if (!name.local) {
    name.local = Make(NameExpr{Head(ExprKind::kName, original.span, {}), name.original, {}});
  }
  names.push_back(name);
  return true;
}

}  // namespace kval::starlark
