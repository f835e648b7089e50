#include "src/lang/kcl/syntax/literal_parser.h"

#include <algorithm>

#include "src/lang/kcl/syntax/clause_parser.h"
#include "src/lang/kcl/syntax/target_parser.h"

namespace kval::kcl::syntax {
namespace {

// Initial capacity, sufficient for most configs.
constexpr size_t kUsualEntries = 8;

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

const Expr* LiteralParser::ParseConfigOrComprehension() {
  const size_t open = state_.position;
  const uint32_t begin = Take().span.begin;
  const bool has_newline = At(TokenKind::kNewline);
  SkipLayout();
  const uint32_t items_begin = Peek().span.begin;
  const std::vector<ConfigEntry> entries = ParseEntries(open, has_newline);
  const std::vector<ForClause> clauses = clauses_.ParseForClauses();
  if (!state_.failed) {
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
  if (state_.failed) {
    return Invalid();
  }
  DictComprehensionExpr expr = Node<DictComprehensionExpr>(begin);
  expr.entry = entries[0];
  expr.clauses = Keep(clauses);
  return Keep(expr);
}

std::vector<ConfigEntry> LiteralParser::ParseEntries(size_t open, bool has_newline) {
  std::vector<ConfigEntry> entries;
  entries.reserve(kUsualEntries);
  while (!AtItemsEnd(TokenKind::kCloseBrace, open, has_newline)) {
    const size_t before = state_.position;
    ConfigEntry entry = AtNameAlone() ? ParseNameAlone() : ParseEntry();
    if (!state_.failed || !entry.key.empty() || entry.value) {
      entries.push_back(entry);
    }
    FinishItem(has_newline);
    if (state_.position == before) {
      break;
    }
  }
  return entries;
}

ConfigEntry LiteralParser::ParseEntry() {
  ConfigEntry entry;
  const uint32_t begin = Peek().span.begin;
  if (Accept(TokenKind::kStarStar)) {
    entry.kind = EntryKind::kUnpack;
    entry.value = grammar_.ParseExpr();
  } else if (AtKeyword(Keyword::kIf) && !AtKey()) {
    entry.kind = EntryKind::kIf;
    entry.condition = ParseConfigIf();
  } else {
    ParseKey(entry);
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
    if (state_.failed) {
      entry.value = Invalid();
    } else {
      Take();
      entry.value = grammar_.ParseExpr();
    }
  }
  entry.span = SpanFrom(begin);
  return entry;
}

// `{name}` is `{name: name}` (KCL 0.13), except in the entries of an `if`.
bool LiteralParser::AtNameAlone() const {
  const TokenKind next = Peek(1).kind;
  return At(TokenKind::kName) && Peek().keyword == Keyword::kNo &&
         (next == TokenKind::kComma || next == TokenKind::kNewline || next == TokenKind::kCloseBrace);
}

ConfigEntry LiteralParser::ParseNameAlone() {
  ConfigEntry entry;
  const Name name = TakeName(NameUse::kKey);
  NameExpr value = Node<NameExpr>(name.span.begin);
  value.name = name;
  entry.span = entry.key_span = value.name.span;
  entry.op = EntryOp::kUnion;
  // A separate Name: the key and the variable resolve differently.
  KeyStep step;
  step.name = MakeName(value.name.symbol, entry.span);
  entry.key = Keep(std::vector<KeyStep>{step});
  entry.value = Keep(value);
  return entry;
}

// A key that is no single word is read as an expression and then taken apart: names, `.b` and `[0]` behind a
// name are steps of a path.
void LiteralParser::ParseKey(ConfigEntry& entry) {
  const uint32_t begin = Peek().span.begin;
  KeyStep step;
  if (AtKey()) {
    step.name = TakeKeyName();
    entry.key_span = step.name.span;
    entry.key = {state_.context.arena.New<KeyStep>(step), 1};
    return;
  }
  const Expr* key = grammar_.ParseExpr();
  entry.key_span = SpanFrom(begin);
  if (const StringExpr* text = key->As<StringExpr>()) {
    step.kind = KeyStepKind::kString;
    step.name = {state_.context.names.Intern(text->value), text->span};
  } else if (const NameExpr* name = key->As<NameExpr>()) {
    step.name = name->name;
  } else if (key->kind == ExprKind::kInvalid) {
    return;
  } else {
    std::vector<KeyStep> path;
    if (targets_.ToPath(key, path) && HasPlainIndexes(path)) {
      entry.key = Keep(path);
      return;
    }
    step.kind = KeyStepKind::kExpr;
    step.expr = key;
  }
  entry.key = {state_.context.arena.New<KeyStep>(step), 1};
}

// A word in front of an operator is a key, whatever it means elsewhere.
bool LiteralParser::AtKey() const {
  const TokenKind next = Peek(1).kind;
  const bool is_constant = Peek().keyword >= Keyword::kTrue && Peek().keyword <= Keyword::kUndefined;
  return At(TokenKind::kName) && !is_constant &&
         (next == TokenKind::kColon || next == TokenKind::kAssign || next == TokenKind::kPlusAssign);
}

// One on the same line, or an indented block of them.
template <typename Item>
std::vector<Item> LiteralParser::ParseBlock(TokenKind close, Item (LiteralParser::*parse)()) {
  std::vector<Item> items;
  if (!At(TokenKind::kNewline)) {
    items.push_back((this->*parse)());
    return items;
  }
  SkipNewlines();
  if (!Expect(TokenKind::kIndent)) {
    return items;
  }
  // Brackets in the block may have taken its dedent: then `else` ends a block of entries, as in KCL.
  const auto at_branch = [&] {
    return close == TokenKind::kCloseBrace && (AtKeyword(Keyword::kElif) || AtKeyword(Keyword::kElse));
  };
  while (!At(TokenKind::kDedent) && !At(TokenKind::kEnd) && !At(close) && !at_branch()) {
    const size_t before = state_.position;
    items.push_back((this->*parse)());
    if (state_.failed) {
      SkipToItemEnd();
      state_.failed = false;
    }
    Accept(TokenKind::kComma);
    SkipNewlines();
    if (state_.position == before) {
      Take();
    }
  }
  CheckDedent();
  Accept(TokenKind::kDedent);
  return items;
}

// Parses `if …: elif …: else:` in a literal. `parse_body` parses the part after the colon.
template <typename Branch, typename ParseBody>
std::span<const Branch> LiteralParser::ParseBranches(const ParseBody& parse_body) {
  std::vector<Branch> branches;
  bool is_else = false;
  do {
    is_else = TakeBranchWord();
    Branch branch;
    branch.condition = is_else ? nullptr : grammar_.ParseExpr();
    if (!Expect(TokenKind::kColon)) {
      break;
    }
    parse_body(branch);
    branches.push_back(branch);
    if (!state_.failed && At(TokenKind::kNewline) &&
        (Peek(1).keyword == Keyword::kElif || Peek(1).keyword == Keyword::kElse)) {
      SkipNewlines();
    }
  } while (!state_.failed && !is_else && (AtKeyword(Keyword::kElif) || AtKeyword(Keyword::kElse)));
  return Keep(branches);
}

const ConfigIf* LiteralParser::ParseConfigIf() {
  ConfigIf result;
  const uint32_t begin = Peek().span.begin;
  result.branches = ParseBranches<ConfigIfBranch>([this](ConfigIfBranch& branch) {
    const std::vector<ConfigEntry> entries = ParseBlock(TokenKind::kCloseBrace, &LiteralParser::ParseEntry);
    branch.entries = Keep(entries);
  });
  result.span = SpanFrom(begin);
  return Keep(result);
}

const Expr* LiteralParser::ParseListOrComprehension() {
  const size_t open = state_.position;
  const uint32_t begin = Take().span.begin;
  SkipLayout();
  const uint32_t items_begin = Peek().span.begin;
  const std::vector<const Expr*> items = ParseItems(open);
  const std::vector<ForClause> clauses = clauses_.ParseForClauses();
  if (!state_.failed) {
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
  if (state_.failed) {
    return Invalid();  // the item's names may be those of the clause that was not understood
  }
  ListComprehensionExpr expr = Node<ListComprehensionExpr>(begin);
  expr.item = items[0];
  expr.clauses = Keep(clauses);
  return Keep(expr);
}

// A line break separates items as a comma does, also of a list that begins behind its bracket.
std::vector<const Expr*> LiteralParser::ParseItems(size_t open) {
  bool has_newline = true;
  std::vector<const Expr*> items;
  while (!AtItemsEnd(TokenKind::kCloseBracket, open, has_newline)) {
    const size_t before = state_.position;
    items.push_back(ParseItem());
    FinishItem(has_newline);
    if (state_.position == before) {
      break;
    }
  }
  return items;
}

const Expr* LiteralParser::ParseItem() {
  if (AtKeyword(Keyword::kIf)) {
    return ParseListIf();
  }
  if (!At(TokenKind::kStar)) {
    return grammar_.ParseExpr();
  }
  const uint32_t begin = Take().span.begin;
  const Expr* value = grammar_.ParseExpr();
  StarredExpr expr = Node<StarredExpr>(begin);
  expr.value = value;
  return Keep(expr);
}

const Expr* LiteralParser::ParseListIf() {
  const uint32_t begin = Peek().span.begin;
  const auto branches = ParseBranches<ListIfBranch>([this](ListIfBranch& branch) {
    const std::vector<const Expr*> items = ParseBlock(TokenKind::kCloseBracket, &LiteralParser::ParseItem);
    branch.items = Keep(items);
  });
  ListIfExpr expr = Node<ListIfExpr>(begin);
  expr.branches = branches;
  return Keep(expr);
}

}  // namespace kval::kcl::syntax
