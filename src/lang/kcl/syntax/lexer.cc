#include "src/lang/kcl/syntax/lexer.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "src/lang/kcl/syntax/brackets.h"
#include "src/lang/kcl/syntax/identifier_characters.h"
#include "src/lang/kcl/syntax/number_literal.h"
#include "src/lang/kcl/syntax/punctuation.h"
#include "src/lang/kcl/syntax/string_literal.h"
#include "src/lang/kcl/syntax/syntax_error.h"
#include "src/lang/kcl/syntax/unknown_character.h"
#include "src/lang/kcl/syntax/white_space.h"
#include "src/lang/lex/cursor.h"
#include "src/support/huge_pages.h"
#include "src/support/utf8.h"

namespace kval::kcl {
namespace {

// Table of lex::IsNamePart, which is evaluated for most bytes of a program.
constexpr std::array<bool, 256> kNameParts = [] {
  std::array<bool, 256> parts{};
  for (size_t byte = 0; byte < parts.size(); ++byte) {
    parts[byte] = lex::IsNamePart(static_cast<char>(byte));
  }
  return parts;
}();

bool IsNamePart(char c) {
  return kNameParts[static_cast<unsigned char>(c)];
}

class Lexer {
 public:
  Lexer(const source::SourceFile& file, source::Span part, LexMode mode, Interner& names,
        diag::Emitter& emitter)
      : cursor_(file, part), mode_(mode), names_(names), emitter_(emitter), brackets_(emitter) {}

  // False behind the last piece.
  bool NextPiece(std::vector<Token>& tokens) {
    if (is_finished_) {
      return false;
    }
    tokens.clear();
    tokens_.swap(tokens);
    is_piece_ = false;
    while (!cursor_.AtEnd() && !is_piece_ && tokens_.size() < kMostTokens) {
      Next();
    }
    if (tokens_.size() < kMostTokens) {
      Finish();
    } else {
      ReportUnclosed();
    }
    tokens_.swap(tokens);
    return true;
  }

 private:
  // From here on a piece ends as soon as it may.
  static constexpr size_t kPiece = 4096;
  // No statement has more: a quarter of a gibibyte of tokens.
  static constexpr size_t kMostTokens = size_t{1} << 23;

  void Next() {
    const char c = cursor_.Peek();
    if (c == '\n') {
      NewLine();
      return;
    }
    if (c == ' ' || c == '\t') {
      Space(c);
      return;
    }
    if (c == '#') {
      Comment();
      return;
    }
    if (SkipSuspiciousSpace()) {
      return;
    }
    if (c == '\\') {
      Continuation();
      return;
    }
    if (at_line_start_ && mode_ == LexMode::kFile) {
      at_line_start_ = false;
      StartLine();
      if (tokens_.size() >= kPiece) {
        is_piece_ = MayEndPiece();
        Reserve();
      }
      if (is_piece_) {
        return;
      }
      brackets_.StartLine(tokens_.size(), indent_.tabs + indent_.spaces);
    }
    Scan(c);
  }

  // Whether a piece may end here: before a top-level line that begins with a word, after a block, the end of
  // a literal or a line `name = …`. There no content of the line can continue the previous statement.
  bool MayEndPiece() const {
    if (blocks_.size() > 1 || brackets_.is_open() || !lex::IsNameStart(cursor_.Peek()) ||
        cursor_.StartsWith("else") || cursor_.StartsWith("elif") || tokens_.empty()) {
      return false;
    }
    const auto last = std::find_if(tokens_.rbegin(), tokens_.rend(), [](const Token& token) {
      return token.kind != TokenKind::kNewline && token.kind != TokenKind::kDedent;
    });
    if (tokens_.back().kind == TokenKind::kDedent || last == tokens_.rend() ||
        last->kind == TokenKind::kCloseBrace) {
      return last != tokens_.rend();
    }
    const auto before = std::find_if(last, tokens_.rend(), [](const Token& token) {
      return token.kind == TokenKind::kNewline || token.kind == TokenKind::kDedent;
    });
    return before - last > 2 && std::prev(before, 2)->kind == TokenKind::kAssign &&
           EndsExpression(last->kind) &&
           std::none_of(last, before, [](const Token& token) { return token.kind == TokenKind::kColon; });
  }

  static bool EndsExpression(TokenKind kind) {
    return kind == TokenKind::kName || kind == TokenKind::kInt || kind == TokenKind::kFloat ||
           kind == TokenKind::kString || kind == TokenKind::kCloseParen || kind == TokenKind::kCloseBracket;
  }

  // Reserves memory for one token per three bytes, which most files do not exceed: a piece without an end
  // would otherwise be copied repeatedly. For denser files an eighth is added, and reallocation is rare.
  void Reserve() {
    const size_t likely = tokens_.size() + (cursor_.text().size() - cursor_.position()) / 3;
    if (!is_piece_ && tokens_.capacity() < likely && likely * sizeof(Token) >= kHugePage &&
        tokens_.size() >= 4 * kPiece) {
      tokens_.reserve(likely + likely / 8);
      AdviseHugePages(tokens_.data(), tokens_.capacity() * sizeof(Token));
    }
  }

  void NewLine() {
    const size_t start = cursor_.position();
    cursor_.Skip();
    indent_ = {};
    at_line_start_ = true;
    if (mode_ == LexMode::kFile && !tokens_.empty() && tokens_.back().kind != TokenKind::kNewline) {
      Push(TokenKind::kNewline, start);
    }
  }

  void Space(char c) {
    const size_t count = cursor_.TakeWhile([c](char next) { return next == c; }).size();
    if (at_line_start_) {
      (c == ' ' ? indent_.spaces : indent_.tabs) += static_cast<uint32_t>(count);
    }
  }

  void Comment() {
    const size_t start = cursor_.position();
    cursor_.TakeLine();
    if (mode_ == LexMode::kInterpolation) {
      Push(TokenKind::kComment, start);
    }
  }

  bool SkipSuspiciousSpace() {
    const auto byte = static_cast<unsigned char>(cursor_.Peek());
    if (byte >= 0x20 && byte < 0x80) {
      return false;
    }
    const utf8::CodePoint next = utf8::Decode(cursor_.text(), cursor_.position());
    if (!IsNonAsciiSpace(next.value)) {
      return false;
    }
    cursor_.Skip(next.length);
    return true;
  }

  void Continuation() {
    const size_t start = cursor_.position();
    cursor_.Skip();
    if (cursor_.TakeLineBreak() || cursor_.AtEnd()) {
      return;
    }
    emitter_.Report(cursor_.SpanSince(start), syntax_error::kLineContinuation).Emit();
  }

  // Compares the line's indentation with the open blocks (lexer/indent.rs): a line between two of them counts
  // as one of the inner block, with a kDedent that says by how much it misses the outer one.
  void StartLine() {
    const size_t here = cursor_.position();
    Order order = Compare(indent_, blocks_.back());
    if (order == Order::kGreater) {
      blocks_.push_back(indent_);
      Push(TokenKind::kIndent, here);
      return;
    }
    Indent closed;
    while (order == Order::kLess) {
      closed = blocks_.back();
      blocks_.pop_back();
      Push(TokenKind::kDedent, here);
      order = Compare(indent_, blocks_.back());
    }
    if (order == Order::kGreater) {
      tokens_.back().excess = indent_.spaces - blocks_.back().spaces;
      blocks_.push_back(closed);
    } else if (order == Order::kMixed) {
      emitter_.Report(cursor_.SpanSince(here - indent_.tabs - indent_.spaces), syntax_error::kTabs).Emit();
    }
  }

  void Scan(char c) {
    const bool may_be_string = !lex::IsNameStart(c) || IsStringPrefix(c);
    if (IsDigit(c) || (c == '.' && IsDigit(cursor_.Peek(1)) && !AfterOperand())) {
      tokens_.push_back(ScanNumber(cursor_, emitter_));
    } else if (may_be_string && StartsString(cursor_)) {
      tokens_.push_back(ScanString(cursor_, emitter_));
    } else if (lex::IsNameStart(c) || (c == '$' && lex::IsNameStart(cursor_.Peek(1))) ||
               static_cast<unsigned char>(c) >= 0x80) {
      ScanName();
    } else {
      Punctuation();
    }
  }

  // True where a point is a selector, not the start of a number.
  bool AfterOperand() const {
    if (tokens_.empty()) {
      return false;
    }
    const TokenKind last = tokens_.back().kind;
    return last == TokenKind::kName || last == TokenKind::kCloseParen || last == TokenKind::kCloseBracket ||
           last == TokenKind::kCloseBrace || last == TokenKind::kString;
  }

  void ScanName() {
    const size_t start = cursor_.position();
    const bool escaped = cursor_.Take('$');
    const size_t word_start = cursor_.position();
    do {
      cursor_.TakeWhile(IsNamePart);
    } while (TakeNamePart(cursor_.position() == word_start));
    const std::string_view word = cursor_.Since(word_start);
    if (word.empty()) {
      UnknownCharacter();
      return;
    }
    Token& token = Push(TokenKind::kName, start);
    token.symbol = names_.Intern(word);
    token.keyword = escaped ? Keyword::kNo : KeywordOf(word);
  }

  // Takes a character of a name that is not of ASCII.
  bool TakeNamePart(bool is_first) {
    if (static_cast<unsigned char>(cursor_.Peek()) < 0x80) {
      return false;
    }
    const utf8::CodePoint next = utf8::Decode(cursor_.text(), cursor_.position());
    if (!next.valid || !(is_first ? MayBeginName(next.value) : MayContinueName(next.value))) {
      return false;
    }
    cursor_.Skip(next.length);
    return true;
  }

  // Operators of other languages, read as the words that KCL has for them.
  bool ForeignOperator() {
    const bool is_and = cursor_.StartsWith("&&");
    if (!is_and && !cursor_.StartsWith("||")) {
      return false;
    }
    const size_t start = cursor_.position();
    cursor_.Skip(2);
    const std::string_view word = is_and ? "and" : "or";
    emitter_.Report(cursor_.SpanSince(start), syntax_error::kForeignOperator, is_and ? "&&" : "||", word)
        .Hint(std::string("write `").append(word).append("`"))
        .Emit();
    Token& token = Push(TokenKind::kName, start);
    token.keyword = is_and ? Keyword::kAnd : Keyword::kOr;
    token.symbol = names_.Intern(word);
    return true;
  }

  void Punctuation() {
    if ((cursor_.Peek() == '&' || cursor_.Peek() == '|') && ForeignOperator()) {
      return;
    }
    const size_t start = cursor_.position();
    const lex::TokenSpelling<TokenKind>* found =
        kPunctuation.Longest(cursor_.text().substr(cursor_.position()));
    if (!found) {
      UnknownCharacter();
      return;
    }
    cursor_.Skip(found->text.size());
    Push(found->token, start);
    brackets_.Add(tokens_);
  }

  void UnknownCharacter() {
    if (const std::optional<Token> token = TakeUnknownCharacter(cursor_, names_, emitter_)) {
      tokens_.push_back(*token);
    }
  }

  // Drops the tokens of the piece and the rest of the file.
  void ReportUnclosed() {
    emitter_.Report(tokens_.front().span, syntax_error::kTooManyTokens, int64_t{kMostTokens}).Emit();
    std::vector<Token>().swap(tokens_);
    is_finished_ = true;
    Push(TokenKind::kEnd, cursor_.position());
  }

  void Finish() {
    const size_t end = cursor_.position();
    is_finished_ = !is_piece_;
    if (mode_ == LexMode::kFile && is_finished_) {
      if (tokens_.empty() || tokens_.back().kind != TokenKind::kNewline) {
        Push(TokenKind::kNewline, end);
      }
      for (; blocks_.size() > 1; blocks_.pop_back()) {
        Push(TokenKind::kDedent, end);
      }
    }
    brackets_.Finish(tokens_);
    Push(TokenKind::kEnd, end);
    brackets_.StartLine(0, indent_.tabs + indent_.spaces);
  }

  Token& Push(TokenKind kind, size_t start) {
    Token token;
    token.kind = kind;
    token.span = cursor_.SpanSince(start);
    tokens_.push_back(token);
    return tokens_.back();
  }

  lex::Cursor cursor_;
  LexMode mode_;
  Interner& names_;
  diag::Emitter& emitter_;
  std::vector<Token> tokens_;
  Brackets brackets_;
  std::vector<Indent> blocks_ = {{}};
  Indent indent_;
  // False at the very start: KCL does not look at the indentation of a file's first line.
  bool at_line_start_ = false;
  bool is_piece_ = false;  // that was taken so far; more follows
  bool is_finished_ = false;
};

}  // namespace

struct TokenPieces::State {
  Lexer lexer;
};

TokenPieces::TokenPieces(const source::SourceFile& file, source::Span part, LexMode mode, Interner& names,
                         diag::Emitter& emitter)
    : state_(new State{Lexer(file, part, mode, names, emitter)}) {}

TokenPieces::~TokenPieces() = default;

bool TokenPieces::Next(std::vector<Token>& tokens) {
  return state_->lexer.NextPiece(tokens);
}

std::vector<Token> Lex(const source::SourceFile& file, source::Span part, LexMode mode, Interner& names,
                       diag::Emitter& emitter) {
  Lexer lexer(file, part, mode, names, emitter);
  std::vector<Token> tokens;
  std::vector<Token> piece;
  lexer.NextPiece(tokens);
  while (lexer.NextPiece(piece)) {
    tokens.pop_back();  // the end of the piece
    tokens.insert(tokens.end(), piece.begin(), piece.end());
  }
  return tokens;
}

}  // namespace kval::kcl
