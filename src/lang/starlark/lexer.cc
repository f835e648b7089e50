#include "src/lang/starlark/lexer.h"

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "src/lang/lex/cursor.h"
#include "src/lang/lex/number.h"
#include "src/lang/lex/string_literal.h"
#include "src/lang/starlark/next_line_span.h"
#include "src/lang/starlark/numbers.h"
#include "src/support/utf8.h"

namespace kval::starlark {
namespace {

using diag::Def;

constexpr Def<std::string_view> kUnexpectedCharacter{diag::Kind::kStarlarkSyntax,
                                                     "unexpected character `{}`"};
constexpr Def<> kControlByte{diag::Kind::kStarlarkSyntax, "unexpected control character"};
constexpr Def<> kBang{diag::Kind::kStarlarkSyntax, "unexpected `!`"};
constexpr Def<> kUnclosedString{diag::Kind::kStarlarkSyntax, "unexpected newline in string"};
constexpr Def<> kUnclosedTriple{diag::Kind::kStarlarkSyntax,
                                "unexpected end of file in triple-quoted string"};
constexpr Def<> kBadEscape{diag::Kind::kStarlarkSyntax, "invalid escape sequence"};
constexpr Def<std::string_view> kBadNumber{diag::Kind::kStarlarkSyntax, "{}"};
constexpr Def<> kUnopened{diag::Kind::kStarlarkSyntax, "this bracket closes nothing"};
constexpr Def<> kSwallowing{diag::Kind::kStarlarkSyntax,
                            "a `#` comment cannot follow a value or an annotation"};
constexpr Def<> kStrayBackslash{diag::Kind::kStarlarkSyntax, "stray backslash in program"};

std::string NumberErrorText(const lex::Number& number, std::string_view text) {
  switch (number.error) {
    case lex::NumberError::kNone:
      break;
    case lex::NumberError::kNoDigits:
      return number.base == 16  ? "invalid hex literal"
             : number.base == 8 ? "invalid octal literal"
                                : "invalid binary literal";
    case lex::NumberError::kBadDigit:
      return number.base == 8 ? "invalid octal literal" : "invalid binary literal";
    case lex::NumberError::kLeadingZero:
      return "obsolete form of octal literal; use 0o" + std::string(text.substr(1));
    case lex::NumberError::kBadExponent:
      return "invalid float literal";
    case lex::NumberError::kBadUnderscore:
      return "`_` does not belong in a number";
  }
  return "invalid number";
}

class Lexer {
 public:
  Lexer(const source::SourceMap& sources, LineBreaks breaks, Heap& heap, diag::Emitter& emitter)
      : sources_(sources), breaks_(breaks), heap_(heap), emitter_(emitter) {}

  std::vector<LexedToken> Run(std::span<const ProgramSegment> segments, source::Span following) {
    after_ = following;
    for (size_t i = 0; i < segments.size(); ++i) {
      if (const StarlarkCode* code = std::get_if<StarlarkCode>(&segments[i])) {
        if (code->span.has_value()) {
          CodeLines(*code);
        }
      } else {
        HostSegment(std::get<HostCall>(segments[i]), static_cast<uint32_t>(i));
      }
    }
    CloseAll(after_);
    EndLine({last_end_, last_end_});
    Push(Token::kEndOfFile, {last_end_, last_end_});
    return std::move(tokens_);
  }

 private:
  void Push(Token token, source::Span span) {
    tokens_.push_back({token, span, {}, {}, 0});
    line_has_tokens_ = true;
  }

  void EndLine(source::Span at) {
    if (line_has_tokens_) {
      tokens_.push_back({Token::kNewline, at, {}, {}, 0});
      line_has_tokens_ = false;
    }
  }

  void HostSegment(const HostCall& call, uint32_t index) {
    CloseAll(call.at);
    EndLine({last_end_, last_end_});
    tokens_.push_back({Token::kHostCall, call.at, {}, {}, index});
  }

  // Reports strings that the end of the code, or code of the host at `next`, leaves open, and marks brackets.
  void CloseAll(source::Span next) {
    if (in_string_ && !quote_.is_triple) {
      in_string_ = false;
      emitter_.Report(string_.span, kUnclosedString).Emit();
      Push(Token::kIllegal, string_.span);
    }
    if (in_string_) {
      in_string_ = false;
      emitter_.Report(string_.span, kUnclosedTriple).Hint("end it with three quotes").Emit();
      Push(Token::kIllegal, string_.span);
    }
    if (!brackets_.empty()) {
      // The parser reports it, because it finds the token that cannot follow the bracket.
      LexedToken& opening = tokens_[brackets_.back().index];
      opening.left_open = next.has_value() ? next : opening.span;
      brackets_.clear();
    }
  }

  // ytt passes code by lines without leading spaces, also inside strings (pkg/template/compiled_template.go,
  // CodeAsString).
  void CodeLines(const StarlarkCode& code) {
    if (breaks_ == LineBreaks::kSpaces) {
      CodeSegment(code.span, code.joins_next);
      return;
    }
    const std::string_view text = sources_.FileOf(code.span).Text(code.span);
    for (size_t begin = 0;;) {
      const size_t line_break = text.find('\n', begin);
      const bool is_last = line_break == std::string_view::npos;
      size_t end = is_last ? text.size() : line_break;
      end -= !is_last && end > begin && text[end - 1] == '\r' ? 1 : 0;
      CodeSegment(
          {code.span.begin + static_cast<uint32_t>(begin), code.span.begin + static_cast<uint32_t>(end)},
          is_last && code.joins_next);
      if (is_last) {
        return;
      }
      begin = line_break + 1;
    }
  }

  void CodeSegment(source::Span span, bool joins_next) {
    lex::Cursor cursor(sources_.FileOf(span), span);
    const bool keeps_spaces = ends_in_backslash_;
    ends_in_backslash_ = cursor.text().ends_with('\\');
    if (in_string_) {
      if (!string_is_joined_) {
        string_.text += '\n';
      }
      if (!keeps_spaces) {
        cursor.TakeWhile([](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); });
      }
      ContinueString(cursor);
    }
    bool joined = joins_next;
    while (!cursor.AtEnd()) {
      cursor.TakeWhile([](char c) { return c == ' ' || c == '\t' || c == '\r'; });
      joined = joins_next;
      if (cursor.AtEnd()) {
        break;
      }
      const size_t start = cursor.position();
      if (cursor.Peek() == '#') {
        Comment(cursor);
      } else if (cursor.Take('\n')) {
        if (brackets_.empty() && breaks_ == LineBreaks::kEndLines) {
          EndLine(cursor.SpanSince(start));
        }
      } else if (cursor.Take('\\')) {
        joined = JoinLine(cursor, start);
      } else {
        OneToken(cursor);
      }
    }
    last_end_ = cursor.offset();
    if (brackets_.empty() && !in_string_ && !joined) {
      EndLine({last_end_, last_end_});
    }
  }

  // ytt puts the code of a value or an annotation into a call, whose end a comment in the last line hides.
  void Comment(lex::Cursor& cursor) {
    const size_t start = cursor.position();
    cursor.TakeWhile([](char c) { return c != '\n'; });
    if (breaks_ == LineBreaks::kEndLines || !cursor.AtEnd() || !brackets_.empty()) {
      return;
    }
    diag::DiagnosticBuilder report = emitter_.Report(cursor.SpanSince(start), kSwallowing);
    report.Label("ytt reads the rest of the line as part of the comment");
    if (after_.has_value()) {
      report.Related(after_, std::string(kYttReportsHere));
    }
    report.Hint("write it on a separate line: `#! …`").Emit();
    Push(Token::kIllegal, cursor.SpanSince(start));
  }

  // Behind a backslash: the line goes on in the next one, perhaps in the next segment.
  bool JoinLine(lex::Cursor& cursor, size_t start) {
    const size_t following = cursor.position();
    cursor.TakeWhile([](char c) { return c == ' ' || c == '\t'; });
    if (cursor.AtEnd()) {
      return true;
    }
    if (cursor.position() == following && cursor.TakeLineBreak()) {
      return cursor.AtEnd();
    }
    cursor.MoveTo(following);
    emitter_.Report(cursor.SpanSince(start), kStrayBackslash).Emit();
    Push(Token::kIllegal, cursor.SpanSince(start));
    return false;
  }

  void OneToken(lex::Cursor& cursor) {
    const char c = cursor.Peek();
    if (IsDigit(c) || (c == '.' && IsDigit(cursor.Peek(1)))) {
      NumberToken(cursor);
    } else if (c == '"' || c == '\'') {
      StartString(cursor, cursor.position(), false);
    } else if (c == 'r' && (cursor.Peek(1) == '"' || cursor.Peek(1) == '\'')) {
      const size_t start = cursor.position();
      cursor.Skip();
      StartString(cursor, start, true);
    } else if (lex::IsNameStart(c) || static_cast<unsigned char>(c) >= 0x80) {
      NameToken(cursor);
    } else {
      Punctuation(cursor);
    }
  }

  void NumberToken(lex::Cursor& cursor) {
    const size_t start = cursor.position();
    const lex::Number number = lex::ScanNumber(cursor, {});
    if (number.error != lex::NumberError::kNone) {
      emitter_.Report(number.span, kBadNumber, NumberErrorText(number, cursor.Since(start))).Emit();
      Push(Token::kIllegal, number.span);
      return;
    }
    if (number.form == lex::NumberForm::kInteger) {
      Push(Token::kInt, number.span);
      tokens_.back().literal = IntFromText(heap_, number.digits, number.base);
      if (!tokens_.back().literal.is_set()) {
        emitter_.Report(number.span, kBadNumber, "integer literal is too large").Emit();
        tokens_.back().token = Token::kIllegal;
      }
      return;
    }
    double real = 0;
    if (!lex::ToDouble(number.digits, real)) {
      emitter_.Report(number.span, kBadNumber, "floating-point literal is too large").Emit();
      Push(Token::kIllegal, number.span);
      return;
    }
    Push(Token::kFloat, number.span);
    tokens_.back().literal = Value::Float(real);
  }

  // An odd number of them: the last one is not escaped itself.
  static bool EndsInBackslash(std::string_view text) {
    size_t count = 0;
    while (count < text.size() && text[text.size() - 1 - count] == '\\') {
      ++count;
    }
    return count % 2 == 1;
  }

  void StartString(lex::Cursor& cursor, size_t start, bool raw) {
    string_ = {};
    string_start_ = cursor.OffsetOf(start);
    syntax_ = {};
    syntax_.raw = raw;
    syntax_.keep_unknown_escapes = true;
    quote_ = lex::TakeQuote(cursor);
    string_.span = cursor.SpanSince(start);
    ContinueString(cursor);
  }

  void ContinueString(lex::Cursor& cursor) {
    const lex::StringLiteralEnd end = lex::ScanStringBody(cursor, quote_, syntax_, string_);
    // A backslash at the end of a line of code joins it with the next one, as before a line break.
    string_is_joined_ =
        end == lex::StringLiteralEnd::kTextEnd && !syntax_.raw && EndsInBackslash(cursor.text());
    if (string_is_joined_) {
      string_.text.pop_back();
    }
    if (end == lex::StringLiteralEnd::kTextEnd && (quote_.is_triple || string_is_joined_)) {
      in_string_ = true;
      return;
    }
    in_string_ = false;
    const source::Span span{string_start_, cursor.offset()};
    for (const lex::BadEscape& escape : string_.bad_escapes) {
      emitter_.Report(escape.span, kBadEscape).Hint("write `\\\\` for a backslash").Emit();
    }
    if (!string_.is_closed) {
      emitter_.Report(span, kUnclosedString)
          .Hint("close the string, or use three quotes for several lines")
          .Emit();
      Push(Token::kIllegal, span);
      return;
    }
    Push(Token::kString, span);
    tokens_.back().literal = heap_.NewString(std::move(string_.text));
  }

  void NameToken(lex::Cursor& cursor) {
    const size_t start = cursor.position();
    const std::string_view name =
        cursor.TakeWhile([](char c) { return lex::IsNamePart(c) || static_cast<unsigned char>(c) >= 0x80; });
    for (size_t i = 0; i < name.size(); ++i) {
      if (static_cast<unsigned char>(name[i]) >= 0x80) {
        SuspiciousCharacter(name.substr(i), cursor.OffsetOf(start + i));
        return;
      }
    }
    Push(KeywordOf(name), cursor.SpanSince(start));
    tokens_.back().text = name;
  }

  void SuspiciousCharacter(std::string_view text, uint32_t offset) {
    const utf8::CodePoint point = utf8::Decode(text, 0);
    const std::string_view character = text.substr(0, point.length);
    const source::Span span{offset, offset + point.length};
    if (point.valid) {
      emitter_.Report(span, kUnexpectedCharacter, character).Emit();
    } else {
      emitter_.Report(span, kControlByte).Emit();
    }
    Push(Token::kIllegal, span);
  }

  void Punctuation(lex::Cursor& cursor) {
    const size_t start = cursor.position();
    const Token token = PunctuationAt(cursor.text().substr(start));
    if (token == Token::kIllegal) {
      cursor.Skip();
      const source::Span span = cursor.SpanSince(start);
      const char c = cursor.text()[start];
      if (c == '!') {
        emitter_.Report(span, kBang).Hint("write `not x`, or `!=` to compare").Emit();
      } else if (c < ' ' || c == 0x7f) {
        emitter_.Report(span, kControlByte).Emit();
      } else {
        emitter_.Report(span, kUnexpectedCharacter, cursor.Since(start)).Emit();
      }
      Push(Token::kIllegal, span);
      return;
    }
    cursor.Skip(TokenName(token).size());
    const source::Span span = cursor.SpanSince(start);
    Push(token, span);
    TrackBracket(token, span);
  }

  void TrackBracket(Token token, source::Span span) {
    switch (token) {
      case Token::kLeftParen:
      case Token::kLeftBracket:
      case Token::kLeftBrace:
        brackets_.push_back({token, tokens_.size() - 1});
        return;
      case Token::kRightParen:
      case Token::kRightBracket:
      case Token::kRightBrace:
        break;
      default:
        return;
    }
    if (brackets_.empty()) {
      emitter_.Report(span, kUnopened).Emit();
      tokens_.back().token = Token::kIllegal;
      return;
    }
    brackets_.pop_back();
  }

  struct Bracket {
    Token token;
    size_t index;  // of its token
  };

  const source::SourceMap& sources_;
  LineBreaks breaks_;
  Heap& heap_;
  diag::Emitter& emitter_;
  std::vector<LexedToken> tokens_;
  std::vector<Bracket> brackets_;
  source::Span after_;
  bool line_has_tokens_ = false;
  uint32_t last_end_ = 0;
  // The string that a triple-quoted literal has become so far, possibly over several segments.
  bool in_string_ = false;
  bool string_is_joined_ = false;
  bool ends_in_backslash_ = false;  // the line before
  lex::StringLiteral string_;
  lex::StringSyntax syntax_;
  lex::Quote quote_;
  uint32_t string_start_ = 0;
};

}  // namespace

std::vector<LexedToken> Lex(const source::SourceMap& sources, std::span<const ProgramSegment> segments,
                            LineBreaks breaks, Heap& heap, diag::Emitter& emitter, source::Span following) {
  return Lexer(sources, breaks, heap, emitter).Run(segments, following);
}

}  // namespace kval::starlark
