#include "src/lang/gotemplate/formatter.h"

#include <algorithm>

#include "src/lang/gotemplate/characters.h"
#include "src/lang/gotemplate/format_float.h"
#include "src/lang/gotemplate/quote.h"
#include "src/support/utf8.h"

namespace kval::gotemplate {

namespace {

constexpr char32_t kReplacement = 0xfffd;

char32_t CharacterOf(uint64_t c) {
  return c > 0x10ffff ? kReplacement : static_cast<char32_t>(c);
}

std::string Digits(uint64_t value, unsigned base, bool is_upper) {
  const char* digits = is_upper ? "0123456789ABCDEF" : "0123456789abcdef";
  std::string text;
  do {
    text += digits[value % base];
    value /= base;
  } while (value != 0);
  std::reverse(text.begin(), text.end());
  return text;
}

}  // namespace

void Formatter::WritePadding(size_t count) {
  out_.Append(count, flags_.zero && !flags_.minus ? '0' : ' ');
}

void Formatter::Pad(std::string_view text) {
  const size_t length = flags_.has_width ? utf8::Count(text) : 0;
  const auto width = static_cast<size_t>(flags_.has_width ? flags_.width : 0);
  const size_t padding = width > length ? width - length : 0;
  if (!flags_.minus) {
    WritePadding(padding);
  }
  Write(text);
  if (flags_.minus) {
    WritePadding(padding);
  }
}

void Formatter::PadWithSpaces(std::string_view text) {
  const bool zero = flags_.zero;
  flags_.zero = false;
  Pad(text);
  flags_.zero = zero;
}

void Formatter::Integer(uint64_t bits, int base, bool is_signed, char32_t verb, bool is_upper) {
  const bool is_negative = is_signed && static_cast<int64_t>(bits) < 0;
  const uint64_t value = is_negative ? 0 - bits : bits;
  int least = 0;
  if (flags_.has_precision) {
    least = flags_.precision;
    if (least == 0 && value == 0) {
      PadWithSpaces("");
      return;
    }
  } else if (flags_.zero && !flags_.minus && flags_.has_width) {
    least = flags_.width - (is_negative || flags_.plus || flags_.space ? 1 : 0);
  }
  std::string text = Digits(value, static_cast<unsigned>(base), is_upper);
  if (text.size() < static_cast<size_t>(std::max(least, 0))) {
    text.insert(0, static_cast<size_t>(least) - text.size(), '0');
  }
  if (flags_.sharp) {
    if (base == 2) {
      text.insert(0, "0b");
    } else if (base == 8 && text[0] != '0') {
      text.insert(0, "0");
    } else if (base == 16) {
      text.insert(0, is_upper ? "0X" : "0x");
    }
  }
  if (verb == 'O') {
    text.insert(0, "0o");
  }
  if (is_negative || flags_.plus || flags_.space) {
    text.insert(0, 1, is_negative ? '-' : flags_.plus ? '+' : ' ');
  }
  PadWithSpaces(text);
}

void Formatter::Natural0x(uint64_t value, bool has_prefix) {
  const bool sharp = flags_.sharp;
  flags_.sharp = has_prefix;
  Integer(value, 16, false, 'v', false);
  flags_.sharp = sharp;
}

void Formatter::Character(uint64_t c) {
  std::string text;
  utf8::Append(text, CharacterOf(c));
  Pad(text);
}

void Formatter::QuotedCharacter(uint64_t c) {
  Pad(QuoteCharacter(CharacterOf(c), flags_.plus ? QuoteCharacters::kAscii : QuoteCharacters::kPrintable));
}

void Formatter::CodePoint(uint64_t c) {
  constexpr int kLeastDigits = 4;
  std::string text = "U+";
  AppendHex(c, static_cast<size_t>(std::max(flags_.has_precision ? flags_.precision : 0, kLeastDigits)),
            LetterCase::kUpper, &text);
  if (flags_.sharp && c <= 0x10ffff && IsPrintable(static_cast<char32_t>(c))) {
    text += " '";
    utf8::Append(text, static_cast<char32_t>(c));
    text += "'";
  }
  PadWithSpaces(text);
}

// With `#`: a decimal point always, and the zeros that the form g drops.
std::string Formatter::KeepPoint(std::string number, char form, int precision) const {
  int missing = 0;
  if (form == 'g' || form == 'G' || form == 'x') {
    missing = precision < 0 ? 6 : precision;
  }
  const bool is_hex = form == 'x' || form == 'X';
  std::string tail;
  bool has_point = false;
  bool has_digit = false;
  for (size_t at = 1; at < number.size(); ++at) {
    const char c = number[at];
    if (c == '.') {
      has_point = true;
    } else if (c == 'p' || c == 'P' || (!is_hex && (c == 'e' || c == 'E'))) {
      tail = number.substr(at);
      number.resize(at);
    } else {
      has_digit = has_digit || c != '0';
      missing -= has_digit ? 1 : 0;
    }
  }
  if (!has_point) {
    if (number.size() == 2 && number[1] == '0') {
      --missing;
    }
    number += '.';
  }
  number.append(static_cast<size_t>(std::max(missing, 0)), '0');
  return number + tail;
}

void Formatter::Float(double value, char form, int precision) {
  if (flags_.has_precision) {
    precision = flags_.precision;
  }
  std::string number = FormatFloat(value, form, precision);
  if (number[0] != '-' && number[0] != '+') {
    number.insert(0, 1, '+');
  }
  if (flags_.space && number[0] == '+' && !flags_.plus) {
    number[0] = ' ';
  }
  if (number[1] == 'I' || number[1] == 'N') {
    PadWithSpaces(number[1] == 'N' && !flags_.space && !flags_.plus ? std::string_view(number).substr(1)
                                                                    : std::string_view(number));
    return;
  }
  if (flags_.sharp && form != 'b') {
    number = KeepPoint(std::move(number), form, precision);
  }
  if (!flags_.plus && number[0] == '+') {
    Pad(std::string_view(number).substr(1));
    return;
  }
  if (flags_.zero && !flags_.minus && flags_.has_width && static_cast<size_t>(flags_.width) > number.size()) {
    Write(number.substr(0, 1));
    WritePadding(static_cast<size_t>(flags_.width) - number.size());
    Write(number.substr(1));
    return;
  }
  Pad(number);
}

std::string_view Formatter::Truncate(std::string_view text) const {
  if (!flags_.has_precision) {
    return text;
  }
  return text.substr(0, utf8::OffsetOf(text, static_cast<size_t>(flags_.precision)));
}

void Formatter::String(std::string_view text) {
  Pad(Truncate(text));
}

void Formatter::Quoted(std::string_view text) {
  text = Truncate(text);
  if (flags_.sharp && CanBackquote(text)) {
    Pad("`" + std::string(text) + "`");
    return;
  }
  Pad(Quote(text, flags_.plus ? QuoteCharacters::kAscii : QuoteCharacters::kPrintable));
}

void Formatter::Hexadecimal(std::string_view bytes, bool is_upper) {
  if (flags_.has_precision) {
    bytes = bytes.substr(0, static_cast<size_t>(flags_.precision));
  }
  const std::string_view prefix = is_upper ? "0X" : "0x";
  std::string text = flags_.sharp && !bytes.empty() ? std::string(prefix) : std::string();
  for (size_t at = 0; at < bytes.size(); ++at) {
    if (flags_.space && at > 0) {
      text += ' ';
      text += flags_.sharp ? prefix : "";
    }
    AppendHex(static_cast<unsigned char>(bytes[at]), 2, is_upper ? LetterCase::kUpper : LetterCase::kLower,
              &text);
  }
  Pad(text);
}

}  // namespace kval::gotemplate
