#include <algorithm>

#include "src/lang/kcl/syntax/parser.h"

// Lists, configs and their comprehensions.
namespace kval::kcl {
namespace {

bool IsNumber(const Expr* expr) {
  const UnaryExpr* unary = expr->As<UnaryExpr>();
  return (unary ? unary->operand : expr)->kind == ExprKind::kInt;
}

bool HasPlainIndexes(const std::vector<KeyStep>& path) {
  return std::all_of(path.begin(), path.end(), [](const KeyStep& step) {
    return step.kind != KeyStepKind::kIndex || IsNumber(step.expr);
  });
}

}  // namespace

const Expr* Parser::ParseConfigOrComprehension() {
  const size_t open = position_;
  const uint32_t begin = Take().span.begin;
  const bool has_newline = At(TokenKind::kNewline);
  SkipLayout();
  const uint32_t items_begin = Peek().span.begin;
  const std::vector<ConfigEntry> entries = ParseEntries(open, has_newline);
  const std::vector<ForClause> clauses = ParseForClauses();
  if (!failed_) {
    SkipLayout();
  }
  Expect(TokenKind::kCloseBrace);
  if (clauses.empty()) {
    ConfigExpr expr = Node<ConfigExpr>(begin);
    expr.entries = Keep(entries);
    return Keep(expr);
  }
  if (entries.size() != 1) {
    Fail(SpanFrom(items_begin), syntax_error::kSeveralItems, "config", entries.size());
    return Invalid();
  }
  if (failed_) {
    return Invalid();
  }
  DictComprehensionExpr expr = Node<DictComprehensionExpr>(begin);
  expr.entry = entries[0];
  expr.clauses = Keep(clauses);
  return Keep(expr);
}

std::vector<ConfigEntry> Parser::ParseEntries(size_t open, bool has_newline) {
  std::vector<ConfigEntry> entries;
  while (!AtItemsEnd(TokenKind::kCloseBrace, open, has_newline)) {
    const size_t before = position_;
    ConfigEntry entry = ParseEntry();
    if (!failed_ || !entry.key.empty() || entry.value) {
      entries.push_back(entry);
    }
    FinishItem(has_newline);
    if (position_ == before) {
      break;
    }
  }
  return entries;
}

ConfigEntry Parser::ParseEntry() {
  ConfigEntry entry;
  const uint32_t begin = Peek().span.begin;
  if (Accept(TokenKind::kStarStar)) {
    entry.kind = EntryKind::kUnpack;
    entry.value = ParseExpr();
  } else if (AtKeyword(Keyword::kIf) && !AtKey()) {
    entry.kind = EntryKind::kIf;
    entry.condition = ParseConfigIf();
  } else {
    ParseKey(entry);
    entry.op_span = Peek().span;
    switch (Peek().kind) {
      case TokenKind::kColon:
        entry.op = EntryOp::kUnion;
        break;
      case TokenKind::kAssign:
        entry.op = EntryOp::kOverride;
        break;
      case TokenKind::kPlusAssign:
        entry.op = EntryOp::kInsert;
        break;
      default:
        FailExpected("one of `:`, `=`, `+=`");
        break;
    }
    if (failed_) {
      entry.value = Invalid();
    } else {
      Take();
      entry.value = ParseExpr();
    }
  }
  entry.span = SpanFrom(begin);
  return entry;
}

// A key is read as an expression and then taken apart: names, `.b` and `[0]` behind a name are steps of a
// path.
void Parser::ParseKey(ConfigEntry& entry) {
  const uint32_t begin = Peek().span.begin;
  const Expr* key = ParseKeyExpr();
  entry.key_span = SpanFrom(begin);
  std::vector<KeyStep> path;
  if (const StringExpr* text = key->As<StringExpr>()) {
    KeyStep step;
    step.kind = KeyStepKind::kString;
    step.span = text->span;
    step.name = MakeName(context_.names.Intern(text->value), text->span);
    path.push_back(step);
  } else if (key->kind == ExprKind::kInvalid) {
    return;
  } else if (!ToPath(key, path) || !HasPlainIndexes(path)) {
    KeyStep step;
    step.kind = KeyStepKind::kExpr;
    step.span = key->span;
    step.expr = key;
    path = {step};
  }
  entry.key = Keep(path);
}

// A word in front of an operator is a key, whatever it means elsewhere.
bool Parser::AtKey() const {
  const TokenKind next = Peek(1).kind;
  const bool is_constant = Peek().keyword >= Keyword::kTrue && Peek().keyword <= Keyword::kUndefined;
  return At(TokenKind::kName) && !is_constant &&
         (next == TokenKind::kColon || next == TokenKind::kAssign || next == TokenKind::kPlusAssign);
}

const Expr* Parser::ParseKeyExpr() {
  if (AtKey()) {
    const uint32_t begin = Peek().span.begin;
    const Name name = TakeName(NameUse::kKey);
    NameExpr expr = Node<NameExpr>(begin);
    expr.name = name;
    return Keep(expr);
  }
  return ParseExpr();
}

// One on the same line, or an indented block of them.
template <typename Item>
std::vector<Item> Parser::ParseBlock(TokenKind close, Item (Parser::*parse)()) {
  std::vector<Item> items;
  if (!At(TokenKind::kNewline)) {
    items.push_back((this->*parse)());
    return items;
  }
  SkipNewlines();
  if (!Expect(TokenKind::kIndent)) {
    return items;
  }
  while (!At(TokenKind::kDedent) && !At(TokenKind::kEnd) && !At(close)) {
    const size_t before = position_;
    items.push_back((this->*parse)());
    if (failed_) {
      SkipToItemEnd();
      failed_ = false;
    }
    Accept(TokenKind::kComma);
    SkipNewlines();
    if (position_ == before) {
      Take();
    }
  }
  CheckDedent();
  Accept(TokenKind::kDedent);
  return items;
}

// `if …: elif …: else:` in a literal. `parse_body` parses what stands behind the colon.
template <typename Branch, typename ParseBody>
std::span<const Branch> Parser::ParseBranches(const ParseBody& parse_body) {
  std::vector<Branch> branches;
  bool is_else = false;
  do {
    is_else = TakeBranchWord();
    Branch branch;
    branch.condition = is_else ? nullptr : ParseExpr();
    if (!Expect(TokenKind::kColon)) {
      break;
    }
    parse_body(branch);
    branches.push_back(branch);
    if (!failed_ && At(TokenKind::kNewline) &&
        (Peek(1).keyword == Keyword::kElif || Peek(1).keyword == Keyword::kElse)) {
      SkipNewlines();
    }
  } while (!failed_ && !is_else && (AtKeyword(Keyword::kElif) || AtKeyword(Keyword::kElse)));
  return Keep(branches);
}

const ConfigIf* Parser::ParseConfigIf() {
  ConfigIf result;
  const uint32_t begin = Peek().span.begin;
  result.branches = ParseBranches<ConfigIfBranch>([this](ConfigIfBranch& branch) {
    const std::vector<ConfigEntry> entries = ParseBlock(TokenKind::kCloseBrace, &Parser::ParseEntry);
    branch.entries = Keep(entries);
  });
  result.span = SpanFrom(begin);
  return Keep(result);
}

const Expr* Parser::ParseListOrComprehension() {
  const size_t open = position_;
  const uint32_t begin = Take().span.begin;
  SkipLayout();
  const uint32_t items_begin = Peek().span.begin;
  const std::vector<const Expr*> items = ParseItems(open);
  const std::vector<ForClause> clauses = ParseForClauses();
  if (!failed_) {
    SkipLayout();
  }
  Expect(TokenKind::kCloseBracket);
  if (clauses.empty()) {
    ListExpr expr = Node<ListExpr>(begin);
    expr.items = Keep(items);
    return Keep(expr);
  }
  if (items.size() != 1) {
    Fail(SpanFrom(items_begin), syntax_error::kSeveralItems, "list", items.size());
    return Invalid();
  }
  if (failed_) {
    return Invalid();  // the item's names may be those of the clause that was not understood
  }
  ListComprehensionExpr expr = Node<ListComprehensionExpr>(begin);
  expr.item = items[0];
  expr.clauses = Keep(clauses);
  return Keep(expr);
}

// A line break separates items as a comma does, also of a list that begins behind its bracket.
std::vector<const Expr*> Parser::ParseItems(size_t open) {
  bool has_newline = true;
  std::vector<const Expr*> items;
  while (!AtItemsEnd(TokenKind::kCloseBracket, open, has_newline)) {
    const size_t before = position_;
    items.push_back(ParseItem());
    FinishItem(has_newline);
    if (position_ == before) {
      break;
    }
  }
  return items;
}

const Expr* Parser::ParseItem() {
  if (AtKeyword(Keyword::kIf)) {
    return ParseListIf();
  }
  if (!At(TokenKind::kStar)) {
    return ParseExpr();
  }
  const uint32_t begin = Take().span.begin;
  const Expr* value = ParseExpr();
  StarredExpr expr = Node<StarredExpr>(begin);
  expr.value = value;
  return Keep(expr);
}

const Expr* Parser::ParseListIf() {
  const uint32_t begin = Peek().span.begin;
  const auto branches = ParseBranches<ListIfBranch>([this](ListIfBranch& branch) {
    const std::vector<const Expr*> items = ParseBlock(TokenKind::kCloseBracket, &Parser::ParseItem);
    branch.items = Keep(items);
  });
  ListIfExpr expr = Node<ListIfExpr>(begin);
  expr.branches = branches;
  return Keep(expr);
}

std::vector<ForClause> Parser::ParseForClauses() {
  std::vector<ForClause> clauses;
  while (!failed_ && AtKeyword(Keyword::kFor)) {
    clauses.push_back(ParseForClause());
    if (!failed_ && At(TokenKind::kNewline)) {
      SkipLayout();
    }
  }
  return clauses;
}

ForClause Parser::ParseForClause() {
  ForClause clause;
  const uint32_t begin = Take().span.begin;
  std::vector<Name> variables = {ExpectName()};
  while (!failed_ && Accept(TokenKind::kComma)) {
    if (AtKeyword(Keyword::kIn)) {
      break;
    }
    variables.push_back(ExpectName());
  }
  if (!failed_ && !AtKeyword(Keyword::kIn)) {
    FailLoopVariable();
  }
  clause.variables = Keep(variables);
  std::vector<const Expr*> conditions;
  if (!failed_ && ExpectKeyword(Keyword::kIn, "in")) {
    clause.iterable = ParseSimple();
    if (!failed_ && At(TokenKind::kNewline)) {
      SkipLayout();
    }
    while (!failed_ && AcceptKeyword(Keyword::kIf)) {
      conditions.push_back(ParseSimple());
    }
  }
  if (!clause.iterable) {
    clause.iterable = Invalid();
  }
  clause.conditions = Keep(conditions);
  clause.span = SpanFrom(begin);
  return clause;
}

}  // namespace kval::kcl
