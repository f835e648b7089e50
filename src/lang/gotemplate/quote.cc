#include "src/lang/gotemplate/quote.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/lang/gotemplate/characters.h"
#include "src/support/utf8.h"

namespace kval::gotemplate {

namespace {

void AppendEscape(char letter, unsigned long long value, size_t width, std::string* out) {
  *out += '\\';
  *out += letter;
  AppendHex(value, width, LetterCase::kLower, out);
}

void AppendQuoted(char32_t c, char quote, QuoteCharacters kept, std::string* out) {
  if (c == static_cast<unsigned char>(quote) || c == '\\') {
    *out += '\\';
    *out += static_cast<char>(c);
    return;
  }
  if (c < 0x80 ? IsPrintable(c) : kept == QuoteCharacters::kPrintable && IsPrintable(c)) {
    utf8::Append(*out, c);
    return;
  }
  constexpr std::string_view kControls = "\a\b\f\n\r\t\v";
  constexpr std::string_view kLetters = "abfnrtv";
  const size_t control = c < 0x80 ? kControls.find(static_cast<char>(c)) : std::string_view::npos;
  if (control != std::string_view::npos) {
    *out += '\\';
    *out += kLetters[control];
  } else if (c < ' ' || c == 0x7f) {
    AppendEscape('x', c, 2, out);
  } else if (c < 0x10000) {
    AppendEscape('u', c, 4, out);
  } else {
    AppendEscape('U', c, 8, out);
  }
}

// Reads escapes of a literal one by one.
class Unescaper {
 public:
  Unescaper(std::string_view text, char quote) : text_(text), quote_(quote) {}

  bool done() const { return text_.empty(); }
  std::string_view rest() const { return text_; }
  // The next character or byte. False if it is invalid.
  bool Next() {
    if (text_.empty() || text_[0] == quote_) {
      return false;
    }
    if (text_[0] != '\\') {
      const utf8::CodePoint point = utf8::Decode(text_, 0);
      value_ = point.value;
      is_byte_ = false;
      text_.remove_prefix(point.length);
      return true;
    }
    return text_.size() > 1 && Escape();
  }
  char32_t value() const { return value_; }
  void AppendTo(std::string* out) const {
    if (is_byte_) {
      *out += static_cast<char>(value_);
    } else {
      utf8::Append(*out, value_);
    }
  }

 private:
  bool Escape() {
    const char letter = text_[1];
    text_.remove_prefix(2);
    is_byte_ = false;
    constexpr std::string_view kLetters = "abfnrtv\\";
    constexpr std::string_view kValues = "\a\b\f\n\r\t\v\\";
    if (const size_t simple = kLetters.find(letter); simple != std::string_view::npos) {
      value_ = static_cast<unsigned char>(kValues[simple]);
      return true;
    }
    switch (letter) {
      case 'x':
        is_byte_ = true;
        return Digits(2, 16);
      case 'u':
        return Digits(4, 16) && IsScalar();
      case 'U':
        return Digits(8, 16) && IsScalar();
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7':
        value_ = static_cast<char32_t>(letter - '0');
        is_byte_ = true;
        return MoreDigits(2, 8) && value_ <= 0xff;
      default:
        value_ = static_cast<unsigned char>(letter);
        return (letter == '\'' || letter == '"') && letter == quote_;
    }
  }
  bool Digits(size_t count, uint32_t base) {
    value_ = 0;
    return MoreDigits(count, base);
  }
  bool MoreDigits(size_t count, uint32_t base) {
    if (text_.size() < count) {
      return false;
    }
    for (const char c : text_.substr(0, count)) {
      uint32_t digit = base;
      if (c >= '0' && c <= '9') {
        digit = static_cast<uint32_t>(c - '0');
      } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
        digit = static_cast<uint32_t>((c | 0x20) - 'a') + 10;
      }
      if (digit >= base) {
        return false;
      }
      value_ = value_ * base + digit;
    }
    text_.remove_prefix(count);
    return true;
  }
  bool IsScalar() const { return value_ <= 0x10ffff && (value_ < 0xd800 || value_ > 0xdfff); }

  std::string_view text_;
  char quote_;
  char32_t value_ = 0;
  bool is_byte_ = false;
};

}  // namespace

std::string Quote(std::string_view text, QuoteCharacters kept) {
  std::string out = "\"";
  for (size_t at = 0; at < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, at);
    if (point.valid) {
      AppendQuoted(point.value, '"', kept, &out);
    } else {
      AppendEscape('x', static_cast<unsigned char>(text[at]), 2, &out);
    }
    at += point.length;
  }
  return out += '"';
}

std::string QuoteCharacter(char32_t c, QuoteCharacters kept) {
  const bool is_scalar = c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);
  std::string out = "'";
  AppendQuoted(is_scalar ? c : 0xfffd, '\'', kept, &out);
  return out += '\'';
}

bool CanBackquote(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, at);
    const char32_t c = point.value;
    if (!point.valid || c == 0xfeff || (c < ' ' && c != '\t') || c == '`' || c == 0x7f) {
      return false;
    }
    at += point.length;
  }
  return true;
}

bool HasNoEscape(std::string_view literal) {
  if (literal.size() < 2 || literal.front() != literal.back()) {
    return false;
  }
  const char quote = literal.front();
  const std::string_view body = literal.substr(1, literal.size() - 2);
  return quote == '`' ? body.find('\r') == std::string_view::npos
                      : std::all_of(body.begin(), body.end(), [quote](char c) {
                          return c != '\\' && c != quote && static_cast<unsigned char>(c) < 0x80;
                        });
}

std::optional<std::string> Unquote(std::string_view literal) {
  if (literal.size() < 2 || literal.front() != literal.back()) {
    return std::nullopt;
  }
  const char quote = literal.front();
  const std::string_view body = literal.substr(1, literal.size() - 2);
  std::string text;
  if (quote == '`') {
    for (const char c : body) {
      if (c != '\r') {
        text += c;
      }
    }
    return text;
  }
  for (Unescaper unescaper(body, quote); !unescaper.done();) {
    if (!unescaper.Next()) {
      return std::nullopt;
    }
    unescaper.AppendTo(&text);
  }
  return text;
}

std::optional<char32_t> UnquoteCharacter(std::string_view literal, bool* is_unfinished) {
  *is_unfinished = false;
  Unescaper unescaper(literal.substr(1), '\'');
  if (!unescaper.Next()) {
    return std::nullopt;
  }
  *is_unfinished = unescaper.rest() != "'";
  return unescaper.value();
}

}  // namespace kval::gotemplate
