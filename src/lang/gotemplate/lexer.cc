#include "src/lang/gotemplate/lexer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "src/lang/gotemplate/characters.h"
#include "src/lang/gotemplate/quote.h"
#include "src/support/utf8.h"

// The tokens and messages of Go's text/template/parse.
namespace kval::gotemplate {

namespace {

constexpr std::string_view kSpaces = " \t\r\n";
constexpr std::string_view kLeft = "{{";
constexpr std::string_view kRight = "}}";
constexpr size_t kTrimMarker = 2;  // `- ` or ` -`
constexpr char32_t kNoCharacter = 0xffffffff;

bool IsSpace(char32_t c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

constexpr size_t kAsciiSize = 0x80;

constexpr bool IsAsciiAlphanumeric(char32_t c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr std::array<bool, kAsciiSize> kIsAlphanumeric = [] {
  std::array<bool, kAsciiSize> table{};
  for (size_t c = 0; c < kAsciiSize; ++c) {
    table[c] = IsAsciiAlphanumeric(static_cast<char32_t>(c));
  }
  return table;
}();

bool IsAlphanumeric(char32_t c) {
  return c < kAsciiSize ? kIsAlphanumeric[c] : c != kNoCharacter && (IsUnicodeLetter(c) || IsUnicodeDigit(c));
}

bool HasLeftTrimMarker(std::string_view text) {
  return text.size() >= 2 && text[0] == '-' && IsSpace(static_cast<unsigned char>(text[1]));
}

bool HasRightTrimMarker(std::string_view text) {
  return text.size() >= 2 && text[1] == '-' && IsSpace(static_cast<unsigned char>(text[0]));
}

bool IsRight(std::string_view text) {
  return text.size() >= kRight.size() && text[0] == kRight[0] && text[1] == kRight[1];
}

size_t CountLeadingSpaces(std::string_view text) {
  size_t count = 0;
  while (count < text.size() && IsSpace(static_cast<unsigned char>(text[count]))) {
    ++count;
  }
  return count;
}

constexpr size_t kMaxKeyword = 8;

constexpr std::pair<std::string_view, TokenKind> kKeywords[] = {
    {"block", TokenKind::kBlock},
    {"break", TokenKind::kBreak},
    {"continue", TokenKind::kContinue},
    {"define", TokenKind::kDefine},
    {"else", TokenKind::kElse},
    {"end", TokenKind::kEndKeyword},
    {"if", TokenKind::kIf},
    {"nil", TokenKind::kNil},
    {"range", TokenKind::kRange},
    {"template", TokenKind::kTemplate},
    {"with", TokenKind::kWith},
    {"true", TokenKind::kBool},
    {"false", TokenKind::kBool},
};

TokenKind KindOfWord(std::string_view word) {
  if (word.size() > kMaxKeyword) {
    return TokenKind::kIdentifier;
  }
  for (const auto& [keyword, kind] : kKeywords) {
    if (word[0] == keyword[0] && word == keyword) {
      return kind;
    }
  }
  return TokenKind::kIdentifier;
}

}  // namespace

std::string TokenText(const Token& token) {
  constexpr size_t kShown = 10;
  if (token.kind == TokenKind::kEnd) {
    return "EOF";
  }
  if (token.kind == TokenKind::kError) {
    return std::string(token.text);
  }
  if (token.kind >= TokenKind::kBlock) {
    return "<" + std::string(token.text) + ">";
  }
  if (token.text.size() <= kShown) {
    return Quote(token.text);
  }
  const size_t shown = utf8::OffsetOf(token.text, kShown);
  return Quote(token.text.substr(0, shown)) + "...";
}

const Token& Lexer::Next() {
  token_ = {};
  while (!(is_inside_ ? InsideAction() : OutsideAction())) {
  }
  return token_;
}

uint32_t Lexer::LineOf(uint32_t pos) const {
  const std::string_view before = text_.substr(0, pos);
  return 1 + static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n'));
}

bool Lexer::Emit(TokenKind kind) {
  token_ = {kind, static_cast<uint32_t>(start_), text_.substr(start_, pos_ - start_)};
  start_ = pos_;
  return true;
}

bool Lexer::Fail(std::string message) {
  error_ = std::move(message);
  token_ = {TokenKind::kError, static_cast<uint32_t>(start_), error_};
  return true;
}

bool Lexer::FailAt(std::string_view message) {
  size_t length = 0;
  return Fail(std::string(message) + " " + CodePointText(Peek(&length)));
}

char32_t Lexer::Peek(size_t* length) const {
  if (pos_ < text_.size() && static_cast<unsigned char>(text_[pos_]) < 0x80) {
    *length = 1;
    return static_cast<unsigned char>(text_[pos_]);
  }
  const utf8::CodePoint point = utf8::Decode(text_, pos_);
  *length = point.length;
  return point.length == 0 ? kNoCharacter : point.value;
}

bool Lexer::Accept(std::string_view characters) {
  if (pos_ < text_.size() && characters.find(text_[pos_]) != std::string_view::npos) {
    ++pos_;
    return true;
  }
  return false;
}

void Lexer::AcceptRun(std::string_view characters) {
  while (Accept(characters)) {
  }
}

void Lexer::SkipAlphanumeric() {
  const auto is_ascii = [this](size_t at) {
    const auto c = static_cast<unsigned char>(text_[at]);
    return c < kAsciiSize && kIsAlphanumeric[c];
  };
  while (pos_ < text_.size() && is_ascii(pos_)) {
    ++pos_;
  }
  size_t length = 0;
  while (pos_ < text_.size() && static_cast<unsigned char>(text_[pos_]) >= kAsciiSize &&
         IsAlphanumeric(Peek(&length))) {
    pos_ += length;
    while (pos_ < text_.size() && is_ascii(pos_)) {
      ++pos_;
    }
  }
}

bool Lexer::IsAtTerminator() const {
  if (pos_ == text_.size()) {
    return true;
  }
  switch (text_[pos_]) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case '.':
    case ',':
    case '|':
    case ':':
    case ')':
    case '(':
      return true;
    default:
      return IsRight(rest());
  }
}

bool Lexer::IsAtRightDelimiter(bool* trims) const {
  *trims = HasRightTrimMarker(rest()) && IsRight(rest().substr(kTrimMarker));
  return *trims || IsRight(rest());
}

bool Lexer::OutsideAction() {
  const size_t found = text_.find(kLeft, pos_);
  if (found == std::string_view::npos) {
    pos_ = text_.size();
    return Emit(pos_ > start_ ? TokenKind::kText : TokenKind::kEnd);
  }
  size_t end = found;
  if (HasLeftTrimMarker(text_.substr(found + kLeft.size()))) {
    const size_t last = text_.substr(start_, found - start_).find_last_not_of(kSpaces);
    end = last == std::string_view::npos ? start_ : start_ + last + 1;
  }
  pos_ = end;
  if (end > start_) {
    Emit(TokenKind::kText);
    start_ = pos_ = found;
    return true;
  }
  start_ = pos_ = found;
  return LeftDelimiter();
}

bool Lexer::LeftDelimiter() {
  const size_t after =
      pos_ + kLeft.size() + (HasLeftTrimMarker(text_.substr(pos_ + kLeft.size())) ? kTrimMarker : 0);
  if (text_.substr(after).starts_with("/*")) {
    pos_ = after;
    Ignore();
    return Comment();
  }
  pos_ += kLeft.size();
  Emit(TokenKind::kLeftDelimiter);
  is_inside_ = true;
  pos_ = after;
  Ignore();
  open_parens_ = 0;
  return true;
}

bool Lexer::Comment() {
  const size_t close = text_.find("*/", pos_ + 2);
  if (close == std::string_view::npos) {
    return Fail("unclosed comment");
  }
  pos_ = close + 2;
  bool trims = false;
  if (!IsAtRightDelimiter(&trims)) {
    return Fail("comment ends before closing delimiter");
  }
  pos_ += kRight.size() + (trims ? kTrimMarker : 0);
  if (trims) {
    pos_ += CountLeadingSpaces(rest());
  }
  Ignore();
  return false;
}

bool Lexer::RightDelimiter() {
  bool trims = false;
  IsAtRightDelimiter(&trims);
  if (trims) {
    pos_ += kTrimMarker;
    Ignore();
  }
  pos_ += kRight.size();
  Emit(TokenKind::kRightDelimiter);
  if (trims) {
    pos_ += CountLeadingSpaces(rest());
    Ignore();
  }
  is_inside_ = false;
  return true;
}

bool Lexer::InsideAction() {
  size_t length = 0;
  const char32_t c = Peek(&length);
  bool trims = false;
  if ((c == static_cast<unsigned char>(kRight[0]) || IsSpace(c)) && IsAtRightDelimiter(&trims)) {
    return open_parens_ == 0 ? RightDelimiter() : Fail("unclosed left paren");
  }
  if (c == kNoCharacter) {
    return Fail("unclosed action");
  }
  if (IsSpace(c)) {
    return Space();
  }
  if (IsAlphanumeric(c) && (c < '0' || c > '9')) {
    return Identifier();
  }
  const char next = pos_ + 1 < text_.size() ? text_[pos_ + 1] : '0';
  if (c == '+' || c == '-' || (c >= '0' && c <= '9') || (c == '.' && next >= '0' && next <= '9')) {
    return Number();
  }
  pos_ += length;
  switch (c) {
    case '=':
      return Emit(TokenKind::kAssign);
    case ':':
      return Accept("=") ? Emit(TokenKind::kDeclare) : Fail("expected :=");
    case '|':
      return Emit(TokenKind::kPipe);
    case '"':
      return Quoted('"', "quoted string", TokenKind::kString);
    case '\'':
      return Quoted('\'', "character constant", TokenKind::kCharConstant);
    case '`':
      return RawString();
    case '$':
      return FieldOrVariable(TokenKind::kVariable);
    case '.':
      return FieldOrVariable(TokenKind::kField);
    case '(':
      ++open_parens_;
      return Emit(TokenKind::kLeftParen);
    case ')':
      return --open_parens_ < 0 ? Fail("unexpected right paren") : Emit(TokenKind::kRightParen);
    default:
      if (c < 0x80 && IsPrintable(c)) {
        return Emit(TokenKind::kChar);
      }
      pos_ -= length;
      return FailAt("unrecognized character in action:");
  }
}

bool Lexer::Space() {
  const size_t count = CountLeadingSpaces(rest());
  pos_ += count;
  // The last space may belong to ` -}}`.
  const std::string_view from_last = text_.substr(pos_ - 1);
  if (HasRightTrimMarker(from_last) && IsRight(from_last.substr(kTrimMarker))) {
    --pos_;
    if (count == 1) {
      return RightDelimiter();
    }
  }
  return Emit(TokenKind::kSpace);
}

bool Lexer::Identifier() {
  SkipAlphanumeric();
  if (!IsAtTerminator()) {
    return FailAt("bad character");
  }
  const TokenKind kind = KindOfWord(text_.substr(start_, pos_ - start_));
  const bool is_function =
      (kind == TokenKind::kBreak && !has_break_) || (kind == TokenKind::kContinue && !has_continue_);
  return Emit(is_function ? TokenKind::kIdentifier : kind);
}

bool Lexer::FieldOrVariable(TokenKind kind) {
  if (IsAtTerminator()) {
    return Emit(kind == TokenKind::kVariable ? kind : TokenKind::kDot);
  }
  SkipAlphanumeric();
  return IsAtTerminator() ? Emit(kind) : FailAt("bad character");
}

bool Lexer::Quoted(char quote, std::string_view name, TokenKind kind) {
  while (pos_ < text_.size() && text_[pos_] != '\n') {
    const char c = text_[pos_++];
    if (c == quote) {
      return Emit(kind);
    }
    if (c == '\\') {
      if (pos_ == text_.size() || text_[pos_] == '\n') {
        break;
      }
      ++pos_;
    }
  }
  return Fail("unterminated " + std::string(name));
}

bool Lexer::RawString() {
  const size_t close = text_.find('`', pos_);
  if (close == std::string_view::npos) {
    return Fail("unterminated raw quoted string");
  }
  pos_ = close + 1;
  return Emit(TokenKind::kRawString);
}

bool Lexer::Number() {
  const auto fail = [this] {
    return Fail("bad number syntax: " + Quote(text_.substr(start_, pos_ - start_)));
  };
  if (!ScanNumber()) {
    return fail();
  }
  if (pos_ < text_.size() && (text_[pos_] == '+' || text_[pos_] == '-')) {
    if (!ScanNumber() || text_[pos_ - 1] != 'i') {
      return fail();
    }
  }
  return Emit(TokenKind::kNumber);
}

bool Lexer::ScanNumber() {
  constexpr std::string_view kDecimal = "0123456789_";
  Accept("+-");
  std::string_view digits = kDecimal;
  bool is_hex = false;
  if (Accept("0")) {
    if (Accept("xX")) {
      digits = "0123456789abcdefABCDEF_";
      is_hex = true;
    } else if (Accept("oO")) {
      digits = "01234567_";
    } else if (Accept("bB")) {
      digits = "01_";
    }
  }
  AcceptRun(digits);
  if (Accept(".")) {
    AcceptRun(digits);
  }
  if ((digits == kDecimal && Accept("eE")) || (is_hex && Accept("pP"))) {
    Accept("+-");
    AcceptRun(kDecimal);
  }
  Accept("i");
  size_t length = 0;
  if (IsAlphanumeric(Peek(&length))) {
    pos_ += length;
    return false;
  }
  return true;
}

}  // namespace kval::gotemplate
