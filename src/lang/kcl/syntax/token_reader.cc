#include "src/lang/kcl/syntax/token_reader.h"

#include "src/lang/kcl/syntax/brackets.h"
#include "src/support/native_stack.h"

namespace kval::kcl::syntax {
namespace {

// Enough for any program that people write; each level costs some kilobytes of stack here and in the
// evaluator.
constexpr int kMaxDepth = 400;
// The same for trees that are deep without being nested, such as a sum of many terms.
constexpr int kMaxHeight = 1000;

}  // namespace

const Token& TokenReader::Take() {
  const Token& token = Peek();
  if (token.kind != TokenKind::kEnd) {
    ++state_.position;
  }
  if (token.kind != TokenKind::kNewline && token.kind != TokenKind::kIndent &&
      token.kind != TokenKind::kDedent) {
    state_.last_end = token.span.end;
  }
  return token;
}

bool TokenReader::Accept(TokenKind kind) {
  if (!At(kind)) {
    return false;
  }
  Take();
  return true;
}

bool TokenReader::AcceptKeyword(Keyword keyword) {
  if (!AtKeyword(keyword)) {
    return false;
  }
  Take();
  return true;
}

bool TokenReader::Expect(TokenKind kind) {
  if (Accept(kind)) {
    return true;
  }
  FailExpected(std::string("`").append(Describe(kind)).append("`"));
  return false;
}

bool TokenReader::ExpectKeyword(Keyword keyword, std::string_view word) {
  if (AcceptKeyword(keyword)) {
    return true;
  }
  FailExpected(std::string("`").append(word).append("`"));
  return false;
}

void TokenReader::FailExpected(std::string_view what, std::string hint) {
  const Token& token = Peek();
  const bool has_text = token.span.size() > 0 && token.kind != TokenKind::kNewline;
  if (!state_.failed && !state_.stopped) {
    const std::string_view found = has_text ? state_.file.Text(token.span) : Describe(token.kind);
    diag::DiagnosticBuilder report = state_.emitter.Report(token.span, syntax_error::kExpected, what, found);
    // KCL skips a misplaced line break, except before a required operand or name.
    const bool is_passed_over = what == "`=`" || what == "`:`" || what == "`{`";
    if (const Token& next = SkipLayoutTokens();
        is_passed_over && &next != &token && next.kind != TokenKind::kEnd) {
      report.Related(next.span, "KCL notices it here");
    }
    const bool is_conditional =
        token.kind == TokenKind::kQuestion || (found == "if" && what == "an expression");
    report.Hint(is_conditional ? "write `a if condition else b`" : hint).Emit();
  }
  state_.failed = true;
}

const Token& TokenReader::SkipLayoutTokens() const {
  size_t ahead = 0;
  while (Peek(ahead).kind == TokenKind::kNewline || Peek(ahead).kind == TokenKind::kIndent ||
         Peek(ahead).kind == TokenKind::kDedent) {
    ++ahead;
  }
  return Peek(ahead);
}

void TokenReader::SkipNewlines() {
  while (At(TokenKind::kNewline)) {
    Take();
  }
}

void TokenReader::SkipLayout() {
  while (At(TokenKind::kNewline) || At(TokenKind::kIndent) || At(TokenKind::kDedent)) {
    Take();
  }
}

size_t TokenReader::CloserOf(size_t open) const {
  size_t depth = 0;
  for (size_t i = open; i < state_.tokens.size(); ++i) {
    if (IsOpeningBracket(state_.tokens[i].kind)) {
      ++depth;
    } else if (IsClosingBracket(state_.tokens[i].kind) && --depth == 0) {
      return i;
    }
  }
  return state_.tokens.size() - 1;
}

void TokenReader::SkipToEndOfLine() {
  size_t open = 0;
  while (!At(TokenKind::kEnd)) {
    const TokenKind kind = Peek().kind;
    if (open == 0 && (kind == TokenKind::kNewline || kind == TokenKind::kDedent)) {
      break;
    }
    if (IsOpeningBracket(kind)) {
      ++open;
    } else if (IsClosingBracket(kind)) {
      if (open == 0 && state_.lambda_depth > 0) {
        break;
      }
      open -= open > 0 ? 1 : 0;
    }
    Take();
  }
}

void TokenReader::SkipToItemEnd() {
  size_t open = 0;
  while (!At(TokenKind::kEnd)) {
    const TokenKind kind = Peek().kind;
    if (open == 0 && (kind == TokenKind::kNewline || kind == TokenKind::kComma || IsClosingBracket(kind))) {
      return;
    }
    open = IsOpeningBracket(kind) ? open + 1 : IsClosingBracket(kind) ? open - 1 : open;
    Take();
  }
}

void TokenReader::SkipToBlock() {
  SkipToEndOfLine();
  state_.failed = false;
}

bool TokenReader::AtItemsEnd(TokenKind close, size_t open, bool& has_newline) {
  if (At(TokenKind::kNewline) && !has_newline) {
    // The closing bracket of a list or config may always be on a separate line.
    size_t ahead = 1;
    while (Peek(ahead).kind == TokenKind::kIndent || Peek(ahead).kind == TokenKind::kDedent) {
      ++ahead;
    }
    if (Peek(ahead).kind == close && close != TokenKind::kCloseParen) {
      SkipLayout();
      return true;
    }
    FailExpected(std::string("`").append(Describe(close)).append("`"));
    if (state_.tokens[CloserOf(open)].kind == TokenKind::kEnd) {
      return true;
    }
    state_.failed = false;
    state_.loose_break = true;
    has_newline = true;
    SkipLayout();
  }
  return At(close) || At(TokenKind::kEnd) || AtKeyword(Keyword::kFor);
}

void TokenReader::FinishItem(bool has_newline) {
  if (state_.failed) {
    SkipToItemEnd();
    state_.failed = false;
  }
  Accept(TokenKind::kComma);
  if (has_newline) {
    SkipLayout();
  }
}

void TokenReader::CheckDedent() {
  if (At(TokenKind::kDedent) && Peek().excess > 0) {
    const uint32_t excess = Peek().excess;
    const std::string amount = std::to_string(excess) + (excess == 1 ? " space" : " spaces");
    Fail(Peek().span, syntax_error::kIndentation, amount);
    state_.failed = false;
    Take();
  }
}

bool TokenReader::TakeBranchWord() {
  const source::Span word = Peek().span;
  const bool is_else = AtKeyword(Keyword::kElse);
  Take();
  if (!is_else || !AtKeyword(Keyword::kIf)) {
    return is_else;
  }
  state_.emitter.Report(Cover(word, Peek().span), syntax_error::kElseIf).Hint("write `elif`").Emit();
  Take();
  return false;
}

bool TokenReader::AtAugOp() const {
  return Peek().kind >= TokenKind::kPlusAssign && Peek().kind <= TokenKind::kOrAssign;
}

BinaryOp TokenReader::TakeAugOp() {
  const TokenKind kind = Take().kind;
  return static_cast<BinaryOp>(static_cast<uint8_t>(kind) - static_cast<uint8_t>(TokenKind::kPlusAssign));
}

bool TokenReader::TooDeep() {
  if (state_.context.next_id >= state_.context.most_ids) {
    state_.failed = false;  // reported even after another error here, because the rest is skipped
    Fail(Peek().span, syntax_error::kTooLarge, state_.context.most_ids);
    Stop();
    return true;
  }
  if (state_.depth < kMaxDepth && HasStack()) {
    return false;
  }
  Fail(Peek().span, syntax_error::kTooDeep);
  Stop();
  return true;
}

bool TokenReader::TooLong() {
  if (++state_.height < kMaxHeight) {
    return false;
  }
  Fail(Peek().span, syntax_error::kTooDeep);
  Stop();
  return true;
}

void TokenReader::Stop() {
  // Nothing behind this place can be understood.
  state_.position = state_.tokens.size() - 1;
  state_.stopped = true;
}

}  // namespace kval::kcl::syntax
