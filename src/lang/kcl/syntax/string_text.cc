#include "src/lang/kcl/syntax/string_text.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "src/lang/kcl/syntax/syntax_error.h"
#include "src/lang/lex/cursor.h"
#include "src/support/utf8.h"

namespace kval::kcl {
namespace {

class Decoder {
 public:
  Decoder(const source::SourceFile& file, const Token& token, diag::Emitter& emitter)
      : cursor_(file, token.Content()), token_(token), emitter_(emitter) {}

  std::vector<StringPiece> Run() {
    while (!cursor_.AtEnd()) {
      const char c = cursor_.Peek();
      if (c == '\\') {
        token_.raw ? RawEscape() : Escape();
      } else if (!token_.raw && c == '$' && cursor_.Peek(1) == '{') {
        Interpolation();
      } else if (c == '\r' && cursor_.Peek(1) == '\n') {
        cursor_.Skip();
      } else {
        AddOrdinary();
      }
    }
    return std::move(pieces_);
  }

 private:
  std::string& Text() {
    if (pieces_.empty() || pieces_.back().is_expr) {
      pieces_.push_back({false, {}, cursor_.SpanSince(cursor_.position())});
    }
    return pieces_.back().text;
  }

  void Add(char c) {
    Text() += c;
    pieces_.back().span.end = cursor_.offset() + 1;
  }

  // The character here and all behind it that mean nothing but themselves.
  void AddOrdinary() {
    const size_t start = cursor_.position();
    std::string& text = Text();
    cursor_.Skip();
    cursor_.TakeWhile([](char c) { return c != '\\' && c != '$' && c != '\r'; });
    text.append(cursor_.Since(start));
    pieces_.back().span.end = cursor_.offset();
  }

  void RawEscape() {
    Add('\\');
    cursor_.Skip();
    if (!cursor_.AtEnd()) {
      Add(cursor_.Peek());
      cursor_.Skip();
    }
  }

  void Escape() {
    const size_t start = cursor_.position();
    const char c = cursor_.Peek(1);
    constexpr std::string_view kLetters = "\\'\"abfnrtv";
    constexpr std::string_view kMeanings = "\\'\"\a\b\f\n\r\t\v";
    const size_t letter = kLetters.find(c);
    if (c != '\0' && letter != std::string_view::npos) {
      Add(kMeanings[letter]);
      cursor_.Skip(2);
    } else if (c == '\n') {
      cursor_.Skip(2);
    } else if (c == '$' && cursor_.Peek(2) == '{') {
      EscapedInterpolation();
    } else if (c >= '0' && c <= '7') {
      cursor_.Skip();
      Octal();
    } else if (c == 'x' || c == 'u' || c == 'U') {
      cursor_.Skip(2);
      Hex(c == 'x' ? 2 : c == 'u' ? 4 : 8, start);
    } else if (c == 'N') {
      cursor_.Skip(2);
      emitter_.Report(cursor_.SpanSince(start), syntax_error::kBadEscape)
          .Note("characters cannot be given by their Unicode name")
          .Hint("write `\\u` and the code")
          .Emit();
    } else {
      Add('\\');
      cursor_.Skip();
    }
  }

  // `\${x}` is the text `${x}`.
  void EscapedInterpolation() {
    cursor_.Skip();
    const size_t close = cursor_.text().find('}', cursor_.position());
    const size_t end = close == std::string_view::npos ? cursor_.position() + 2 : close + 1;
    while (cursor_.position() < end) {
      Add(cursor_.Peek());
      cursor_.Skip();
    }
  }

  void Octal() {
    char32_t value = 0;
    for (int digits = 0; digits < 3 && cursor_.Peek() >= '0' && cursor_.Peek() <= '7'; ++digits) {
      value = value * 8 + static_cast<char32_t>(lex::DigitValue(cursor_.Peek()));
      cursor_.Skip();
    }
    utf8::Append(Text(), value);
    pieces_.back().span.end = cursor_.offset();
  }

  void Hex(int length, size_t start) {
    char32_t value = 0;
    int digits = 0;
    for (; digits < length && lex::DigitValue(cursor_.Peek()) < 16; ++digits) {
      value = value * 16 + static_cast<char32_t>(lex::DigitValue(cursor_.Peek()));
      cursor_.Skip();
    }
    if (digits < length || value > 0x10FFFF) {
      emitter_.Report(cursor_.SpanSince(start), syntax_error::kBadEscape).Emit();
      return;
    }
    utf8::Append(Text(), value);
    pieces_.back().span.end = cursor_.offset();
  }

  // The first `}` ends it.
  void Interpolation() {
    const size_t start = cursor_.position();
    const size_t close = cursor_.text().find('}', start);
    if (close == std::string_view::npos) {
      emitter_.Report(cursor_.SpanOf(start, start + 2), syntax_error::kUnclosedInterpolation).Emit();
      Add('$');
      cursor_.Skip();
      return;
    }
    pieces_.push_back({true, {}, cursor_.SpanOf(start + 2, close)});
    cursor_.MoveTo(close + 1);
  }

  lex::Cursor cursor_;
  const Token& token_;
  diag::Emitter& emitter_;
  std::vector<StringPiece> pieces_;
};

bool IsSpaceOrTab(char c) {
  return c == ' ' || c == '\t';
}

// Removes the common indentation of a triple-quoted string's lines, and its first line if empty. An
// interpolation counts as one character other than a space.
class Dedenter {
 public:
  explicit Dedenter(std::vector<StringPiece> pieces) : pieces_(std::move(pieces)) {}

  std::vector<StringPiece> Run() {
    Measure();
    bool line_start = true;
    size_t removed = 0;
    for (StringPiece& piece : pieces_) {
      if (piece.is_expr) {
        line_start = false;
        result_.push_back(std::move(piece));
        continue;
      }
      std::string text;
      for (const char c : piece.text) {
        if (line_start && IsSpaceOrTab(c) && removed < common_) {
          ++removed;
          continue;
        }
        line_start = c == '\n';
        removed = 0;
        text += c;
      }
      if (!text.empty()) {
        piece.text = std::move(text);
        result_.push_back(std::move(piece));
      }
    }
    DropEmptyFirstLine();
    return std::move(result_);
  }

 private:
  void Measure() {
    size_t spaces = 0;
    bool in_indent = true;
    for (const StringPiece& piece : pieces_) {
      if (piece.is_expr) {
        EndIndent(in_indent, spaces);
        in_indent = false;
        continue;
      }
      for (const char c : piece.text) {
        if (c == '\n') {
          in_indent = true;
          spaces = 0;
        } else if (in_indent && IsSpaceOrTab(c)) {
          ++spaces;
        } else {
          EndIndent(in_indent, spaces);
          in_indent = false;
        }
      }
    }
    // The line of the closing quotes counts if it is indented.
    EndIndent(in_indent && spaces > 0, spaces);
    if (common_ == std::numeric_limits<size_t>::max()) {
      common_ = 0;
    }
  }

  void EndIndent(bool in_indent, size_t spaces) {
    if (in_indent) {
      common_ = std::min(common_, spaces);
    }
  }

  void DropEmptyFirstLine() {
    if (!pieces_.empty() && !result_.empty() && !result_[0].is_expr && result_[0].text.front() == '\n' &&
        first_line_is_empty_) {
      result_[0].text.erase(0, 1);
      if (result_[0].text.empty()) {
        result_.erase(result_.begin());
      }
    }
  }

  std::vector<StringPiece> pieces_;
  std::vector<StringPiece> result_;
  size_t common_ = std::numeric_limits<size_t>::max();
  bool first_line_is_empty_ = !pieces_.empty() && !pieces_[0].is_expr && pieces_[0].text.front() == '\n';
};

}  // namespace

std::vector<StringPiece> DecodeString(const source::SourceFile& file, const Token& token,
                                      diag::Emitter& emitter) {
  std::vector<StringPiece> pieces = Decoder(file, token, emitter).Run();
  if (token.triple) {
    return Dedenter(std::move(pieces)).Run();
  }
  return pieces;
}

}  // namespace kval::kcl
