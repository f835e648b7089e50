#include "src/lang/kcl/builtins/format_spec.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "src/support/utf8.h"

namespace kval::kcl::builtins {
namespace {

std::string NotFinite(double real) {
  return std::isnan(real) ? "nan" : real < 0 ? "-inf" : "inf";
}

std::string Written(double real, std::chars_format format, int precision) {
  std::vector<char> buffer(static_cast<size_t>(precision) + 400);
  auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), real, format, precision);
  return std::string(buffer.data(), end);
}

struct Parts {
  std::string significand;
  int exponent;
};

Parts Split(const std::string& scientific) {
  size_t mark = scientific.find('e');
  return {scientific.substr(0, mark), std::atoi(scientific.c_str() + mark + 1)};
}

std::string Join(const Parts& parts) {
  std::string digits = std::to_string(std::abs(parts.exponent));
  if (digits.size() < 2) {
    digits.insert(0, "0");
  }
  return parts.significand + (parts.exponent < 0 ? "e-" : "e+") + digits;
}

void DropTrailingZeros(std::string& text) {
  if (text.find('.') == std::string::npos) {
    return;
  }
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') {
    text.pop_back();
  }
}

// Formats a float like Python: `2.0`, `1e-09`, `1e+16`; with an exponent of at least 16 or at most -5.
std::string PythonFloat(double real) {
  if (!std::isfinite(real)) {
    return NotFinite(real);
  }
  char buffer[400];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), real, std::chars_format::scientific);
  Parts parts = Split(std::string(buffer, end));
  if (parts.exponent >= 16 || parts.exponent <= -5) {
    return Join(parts);
  }
  auto [fixed_end, fixed_error] =
      std::to_chars(buffer, buffer + sizeof(buffer), real, std::chars_format::fixed);
  std::string text(buffer, fixed_end);
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

// `%.*f`, `%.*e` with at least two digits of exponent, and `%.*g` without trailing zeros.
std::string FixedFloat(double real, int precision) {
  return std::isfinite(real) ? Written(real, std::chars_format::fixed, precision) : NotFinite(real);
}

std::string ExponentFloat(double real, int precision) {
  return std::isfinite(real) ? Join(Split(Written(real, std::chars_format::scientific, precision)))
                             : NotFinite(real);
}

std::string GeneralFloat(double real, int precision) {
  if (!std::isfinite(real)) {
    return NotFinite(real);
  }
  if (precision == 0) {
    precision = 1;
  }
  Parts parts = Split(Written(real, std::chars_format::scientific, precision - 1));
  if (parts.exponent < -4 || parts.exponent >= precision) {
    DropTrailingZeros(parts.significand);
    return Join(parts);
  }
  std::string text = Written(real, std::chars_format::fixed, precision - 1 - parts.exponent);
  DropTrailingZeros(text);
  return text;
}

constexpr std::string_view kAligns = "<>=^";
constexpr std::string_view kTypes = "sbcdoxXeEfFgGn%";

// Consumes the specification from its start.
class SpecScanner {
 public:
  explicit SpecScanner(std::string_view rest) : rest_(rest) {}

  bool at_end() const { return rest_.empty(); }
  char Peek(size_t offset = 0) const { return offset < rest_.size() ? rest_[offset] : '\0'; }
  void Skip(size_t count) { rest_.remove_prefix(count); }

  // One of `set`, or 0.
  char Take(std::string_view set) {
    char c = Peek();
    if (rest_.empty() || set.find(c) == std::string_view::npos) {
      return 0;
    }
    Skip(1);
    return c;
  }

  // The digits that come next; no value when there are none or when they exceed `limit`.
  std::optional<size_t> TakeNumber(size_t limit, bool* too_large) {
    size_t number = 0;
    auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    size_t digits = static_cast<size_t>(end - rest_.data());
    if (error == std::errc::result_out_of_range || (error == std::errc() && number > limit)) {
      *too_large = true;
      return std::nullopt;
    }
    if (error != std::errc()) {
      return std::nullopt;
    }
    Skip(digits);
    return number;
  }

  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

Align AlignOf(char c) {
  return c == '<' ? Align::kLeft : c == '>' ? Align::kRight : c == '=' ? Align::kAfterSign : Align::kCenter;
}

void ScanFillAndAlign(SpecScanner& scan, FormatSpec& spec) {
  if (scan.at_end()) {
    return;
  }
  size_t first = utf8::Decode(scan.rest(), 0).length;
  char second = scan.Peek(first);
  if (second != '\0' && kAligns.find(second) != std::string_view::npos) {
    spec.fill = std::string(scan.rest().substr(0, first));
    spec.align = AlignOf(second);
    scan.Skip(first + 1);
    return;
  }
  if (char c = scan.Take(kAligns); c != 0) {
    spec.align = AlignOf(c);
  }
}

std::string Grouped(const FormatSpec& spec, const std::string& magnitude, size_t interval) {
  if (spec.grouping == 0) {
    return magnitude;
  }
  size_t whole = magnitude.find('.') == std::string::npos ? magnitude.size() : magnitude.find('.');
  std::string out;
  for (size_t i = 0; i < whole; ++i) {
    if (i > 0 && (whole - i) % interval == 0) {
      out += spec.grouping;
    }
    out += magnitude[i];
  }
  return out + magnitude.substr(whole);
}

std::string Repeat(const std::string& text, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) {
    out += text;
  }
  return out;
}

std::string Aligned(const FormatSpec& spec, const std::string& body, const std::string& sign,
                    Align fallback) {
  size_t length = utf8::Count(body) + sign.size();
  size_t needed = spec.width > length ? spec.width - length : 0;
  switch (spec.align.value_or(fallback)) {
    case Align::kLeft:
      return sign + body + Repeat(spec.fill, needed);
    case Align::kRight:
      return Repeat(spec.fill, needed) + sign + body;
    case Align::kAfterSign:
      return sign + Repeat(spec.fill, needed) + body;
    case Align::kCenter:
      return Repeat(spec.fill, needed / 2) + sign + body + Repeat(spec.fill, needed - needed / 2);
  }
  return {};
}

std::string SignText(const FormatSpec& spec, bool negative) {
  return negative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
}

Failure UnknownCode(char type, std::string_view kind) {
  return {"Unknown format code '" + std::string(1, type) + "' for object of type '" + std::string(kind) +
          "'"};
}

std::string InBase(uint64_t magnitude, int base) {
  char buffer[72];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), magnitude, base);
  return std::string(buffer, end);
}

std::string Upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') {
      c = static_cast<char>(c - 'a' + 'A');
    }
  }
  return text;
}

}  // namespace

Result<FormatSpec> ParseFormatSpec(std::string_view text) {
  SpecScanner scan(text);
  FormatSpec spec;
  if (scan.Peek() == '!' && std::string_view("srab").find(scan.Peek(1)) != std::string_view::npos &&
      scan.Peek(1) != '\0') {
    scan.Skip(2);
  }
  ScanFillAndAlign(scan, spec);
  if (char sign = scan.Take("-+ "); sign != 0) {
    spec.sign = sign;
    spec.has_sign = true;
  }
  spec.alternate = scan.Take("#") != 0;
  bool has_fill = spec.fill != " ";
  if (scan.Take("0") != 0 && !has_fill) {
    spec.fill = "0";
    spec.align = spec.align.value_or(Align::kAfterSign);
  }
  bool too_large = false;
  spec.width = scan.TakeNumber(kMaxFormatWidth, &too_large).value_or(0);
  spec.grouping = scan.Take("_,");
  if (scan.Peek() == '.' && scan.Peek(1) >= '0' && scan.Peek(1) <= '9') {
    scan.Skip(1);
    spec.precision = scan.TakeNumber(kMaxFormatPrecision, &too_large);
  }
  if (too_large) {
    return Failure{"Too many decimal digits in format string"};
  }
  spec.type = scan.Take(kTypes);
  if (!scan.at_end()) {
    return Failure{"Invalid format specifier"};
  }
  return spec;
}

Result<std::string> FormatFloat(const FormatSpec& spec, double number) {
  double magnitude = std::fabs(number);
  int precision = static_cast<int>(spec.precision.value_or(6));
  std::string text;
  switch (spec.type) {
    case 0:
      text = PythonFloat(magnitude);
      break;
    case 'f':
      text = FixedFloat(magnitude, precision);
      break;
    case 'F':
      text = Upper(FixedFloat(magnitude, precision));
      break;
    case 'e':
      text = ExponentFloat(magnitude, precision);
      break;
    case 'E':
      text = Upper(ExponentFloat(magnitude, precision));
      break;
    case 'g':
      text = GeneralFloat(magnitude, precision);
      break;
    case 'G':
      text = Upper(GeneralFloat(magnitude, precision));
      break;
    case '%':
      text = FixedFloat(magnitude * 100, precision) + "%";
      break;
    case 'n':
      return Failure{"Format code 'n' for object of type 'float' not implemented yet"};
    default:
      return UnknownCode(spec.type, "float");
  }
  if (spec.grouping != 0 && spec.type != 0 && spec.type != 'f' && spec.type != 'F') {
    return Failure{"Separators only valid for numbers!"};
  }
  bool negative = std::signbit(number) && !std::isnan(number);
  return Aligned(spec, Grouped(spec, text, 3), SignText(spec, negative), Align::kRight);
}

Result<std::string> FormatInt(const FormatSpec& spec, int64_t number) {
  bool negative = number < 0;
  uint64_t magnitude = negative ? uint64_t{0} - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  std::string prefix;
  std::string text;
  size_t interval = 4;
  switch (spec.type) {
    case 0:
    case 'd':
    case 'n':
      text = InBase(magnitude, 10);
      interval = 3;
      break;
    case 'b':
      text = InBase(magnitude, 2);
      prefix = "0b";
      break;
    case 'o':
      text = InBase(magnitude, 8);
      prefix = "0o";
      break;
    case 'x':
      text = InBase(magnitude, 16);
      prefix = "0x";
      break;
    case 'X':
      text = Upper(InBase(magnitude, 16));
      prefix = "0x";
      break;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case '%':
      return FormatFloat(spec, static_cast<double>(number));
    default:
      return UnknownCode(spec.type, "int");
  }
  std::string body = (spec.alternate ? prefix : "") + Grouped(spec, text, interval);
  return Aligned(spec, body, SignText(spec, negative), Align::kRight);
}

Result<std::string> FormatText(const FormatSpec& spec, std::string_view text) {
  if (spec.type != 0 && spec.type != 's') {
    return UnknownCode(spec.type, "str");
  }
  if (spec.has_sign) {
    return Failure{"Sign not allowed in string format specifier"};
  }
  if (spec.alternate) {
    return Failure{"Alternate form (#) not allowed in string format specifier"};
  }
  if (spec.align == Align::kAfterSign) {
    return Failure{"'=' alignment not allowed in string format specifier"};
  }
  std::string body(text);
  if (spec.precision) {
    size_t at = 0;
    for (size_t i = 0; i < *spec.precision && at < body.size(); ++i) {
      at += utf8::Decode(body, at).length;
    }
    body.resize(at);
  }
  return Aligned(spec, body, "", Align::kLeft);
}

}  // namespace kval::kcl::builtins
