#include "src/lang/kcl/syntax/brackets.h"

#include <algorithm>

#include "src/lang/kcl/syntax/syntax_error.h"

namespace kval::kcl {
namespace {

// Of very many brackets that are never closed the first say enough.
constexpr size_t kMostReported = 20;
// More deeply nested brackets are a separate error, which the parser reports.
constexpr size_t kDeepest = 200;

bool IsLayout(TokenKind kind) {
  return kind == TokenKind::kIndent || kind == TokenKind::kDedent || kind == TokenKind::kNewline;
}

}  // namespace

void Brackets::Add(std::vector<Token>& tokens) {
  Token& token = tokens.back();
  if (IsOpeningBracket(token.kind)) {
    open_.push_back({token.kind, tokens.size() - 1});
    ++CountOf(token.kind);
    return;
  }
  if (!IsClosingBracket(token.kind)) {
    return;
  }
  const auto opener = static_cast<TokenKind>(static_cast<uint8_t>(token.kind) - 1);
  const bool fits = CountOf(opener) > 0;
  if (fits) {
    while (CloserOf(open_.back().kind) != token.kind) {
      ReportUnclosed(tokens, tokens.size() - 1);
    }
    Pop();
    return;
  }
  emitter_.Report(token.span, syntax_error::kMismatchedBracket).Emit();
  if (open_.empty()) {
    tokens.pop_back();
    return;
  }
  // The writer mistook one closing bracket for another: go on as if it were right.
  token.kind = CloserOf(open_.back().kind);
  Pop();
}

void Brackets::ReportUnclosed(const std::vector<Token>& tokens, size_t limit) {
  const UnclosedBracket open = open_.back();
  Pop();
  is_too_deep_ = is_too_deep_ || open_.size() > kDeepest;
  missing_.push_back(FindClosingPosition(open, tokens, limit));
  if (!is_too_deep_ && reported_++ < kMostReported) {
    diag::DiagnosticBuilder report =
        emitter_.Report(tokens[open.token].span, syntax_error::kUnclosedBracket, Describe(open.kind));
    if (limit < tokens.size()) {
      report.Related(tokens[limit].span, "this closes the bracket around it");
    } else if (!missing_.back().ends_line) {
      const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(missing_.back().before);
      const auto next =
          std::find_if_not(first, tokens.end(), [](const Token& each) { return IsLayout(each.kind); });
      report.Related(next == tokens.end() || next->kind == TokenKind::kEnd ? source::Span() : next->span,
                     "read as if it were closed in front of this");
    }
    report.Hint(std::string("write `").append(Describe(CloserOf(open.kind))).append("` where it ends"))
        .Emit();
  }
}

Brackets::MissingBracket Brackets::FindClosingPosition(const UnclosedBracket& open,
                                                       const std::vector<Token>& tokens, size_t limit) const {
  MissingBracket missing;
  missing.kind = CloserOf(open.kind);
  const auto next = std::upper_bound(lines_.begin(), lines_.end(), open.token,
                                     [](size_t token, const Line& line) { return token < line.token; });
  const uint32_t indent = std::prev(next)->indent;
  missing.ends_line = open.token + 1 < tokens.size() && tokens[open.token + 1].kind == TokenKind::kNewline;
  if (!missing.ends_line) {
    // In front of the line break behind the last token of the line.
    missing.before = next == lines_.end() ? limit : std::min(next->token, limit);
    while (missing.before > open.token + 1 && IsLayout(tokens[missing.before - 1].kind)) {
      --missing.before;
    }
    return missing;
  }
  const auto line = std::find_if(next, lines_.end(), [&](const Line& each) { return each.indent <= indent; });
  missing.before = line == lines_.end() ? limit : std::min(line->token, limit);
  if (line == lines_.end() && limit == tokens.size()) {
    missing.before = SkipBlocks(open.token, tokens);
  }
  return missing;
}

// At the end of the file, behind the ends of the blocks that begin behind `open`.
size_t Brackets::SkipBlocks(size_t open, const std::vector<Token>& tokens) {
  size_t last = tokens.size();
  while (last > open + 1 && tokens[last - 1].kind == TokenKind::kDedent) {
    --last;
  }
  std::ptrdiff_t depth = 0;
  for (size_t i = open; i < last; ++i) {
    depth += tokens[i].kind == TokenKind::kIndent ? 1 : tokens[i].kind == TokenKind::kDedent ? -1 : 0;
  }
  return std::min(last + static_cast<size_t>(std::max<std::ptrdiff_t>(depth, 0)), tokens.size());
}

void Brackets::Finish(std::vector<Token>& tokens) {
  while (!open_.empty()) {
    ReportUnclosed(tokens, tokens.size());
  }
  lines_ = {{}};
  if (missing_.empty()) {
    return;
  }
  // Of brackets that are missed at one place the inner one was given up first.
  std::stable_sort(missing_.begin(), missing_.end(),
                   [](const MissingBracket& a, const MissingBracket& b) { return a.before < b.before; });
  std::vector<Token> repaired;
  repaired.reserve(tokens.size() + missing_.size() * 2);
  size_t next = 0;
  for (size_t i = 0; i <= tokens.size(); ++i) {
    for (; next < missing_.size() && missing_[next].before == i; ++next) {
      Token token;
      token.kind = missing_[next].kind;
      const uint32_t at = repaired.empty() ? 0 : repaired.back().span.end;
      token.span = {at, at};
      repaired.push_back(token);
      if (missing_[next].ends_line) {
        token.kind = TokenKind::kNewline;
        repaired.push_back(token);
      }
    }
    if (i < tokens.size()) {
      repaired.push_back(tokens[i]);
    }
  }
  tokens = std::move(repaired);
  missing_.clear();
}

}  // namespace kval::kcl
