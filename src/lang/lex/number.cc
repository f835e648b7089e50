#include "src/lang/lex/number.h"
#include "src/support/parse_double.h"

#include <charconv>
#include <cmath>
#include <system_error>

namespace kval::lex {
namespace {

int TakeBasePrefix(Cursor& cursor) {
  if (cursor.Peek() != '0') {
    return 10;
  }
  int base = 10;
  switch (cursor.Peek(1)) {
    case 'x':
    case 'X':
      base = 16;
      break;
    case 'o':
    case 'O':
      base = 8;
      break;
    case 'b':
    case 'B':
      base = 2;
      break;
    default:
      return 10;
  }
  cursor.Skip(2);
  return base;
}

class Scanner {
 public:
  Scanner(Cursor& cursor, const NumberSyntax& syntax) : cursor_(cursor), syntax_(syntax) {}

  Number Run() {
    const size_t start = cursor_.position();
    number_.base = TakeBasePrefix(cursor_);
    if (number_.base == 10) {
      Decimal();
    } else {
      TakeDigits(number_.base == 16 ? 16 : 10);
      if (number_.digits.empty()) {
        Error(NumberError::kNoDigits);
      }
      CheckDigits();
    }
    number_.span = cursor_.SpanSince(start);
    return std::move(number_);
  }

 private:
  void Error(NumberError failure) {
    if (number_.error == NumberError::kNone) {
      number_.error = failure;
    }
  }

  // Appends a run of digits of `base` to the number, without underscores.
  void TakeDigits(int base) {
    bool after_digit = number_.base != 10 && number_.digits.empty();
    while (DigitValue(cursor_.Peek()) < base || (syntax_.underscores && cursor_.Peek() == '_')) {
      if (cursor_.Peek() == '_') {
        if (!after_digit || DigitValue(cursor_.Peek(1)) >= base) {
          Error(NumberError::kBadUnderscore);
        }
        after_digit = false;
      } else {
        number_.digits += cursor_.Peek();
        after_digit = true;
      }
      cursor_.Skip();
    }
  }

  void CheckDigits() {
    for (const char c : number_.digits) {
      if (DigitValue(c) >= number_.base) {
        Error(NumberError::kBadDigit);
      }
    }
  }

  void Decimal() {
    TakeDigits(10);
    const bool is_point = cursor_.Peek() == '.' && (!syntax_.point_needs_digit || IsDigit(cursor_.Peek(1)));
    if (is_point) {
      Fraction();
    }
    if ((cursor_.Peek() | 0x20) == 'e' && ExponentFollows()) {
      Exponent();
    }
    if (number_.form == NumberForm::kInteger) {
      LeadingZero();
    }
  }

  void Fraction() {
    number_.form = NumberForm::kFloat;
    if (number_.digits.empty()) {
      number_.digits = "0";
    }
    number_.digits += '.';
    cursor_.Skip();
    if (IsDigit(cursor_.Peek())) {
      TakeDigits(10);
    } else {
      number_.digits += '0';
    }
  }

  // `1else` is a number and a name, `1e` and `1e+` are a broken number.
  bool ExponentFollows() const {
    const char next = cursor_.Peek(1);
    return !IsNameStart(next);
  }

  void Exponent() {
    number_.form = NumberForm::kFloat;
    number_.digits += 'e';
    cursor_.Skip();
    if (cursor_.Peek() == '+' || cursor_.Peek() == '-') {
      if (cursor_.Peek() == '-') {
        number_.digits += '-';
      }
      cursor_.Skip();
    }
    if (!IsDigit(cursor_.Peek())) {
      Error(NumberError::kBadExponent);
      number_.digits += '0';
      return;
    }
    TakeDigits(10);
  }

  void LeadingZero() {
    std::string& digits = number_.digits;
    if (digits.size() < 2 || digits[0] != '0') {
      return;
    }
    if (syntax_.legacy_octal) {
      number_.base = 8;
      CheckDigits();
    } else if (digits.find_first_not_of('0') != std::string::npos) {
      Error(NumberError::kLeadingZero);
    }
  }

  Cursor& cursor_;
  const NumberSyntax& syntax_;
  Number number_;
};

}  // namespace

Number ScanNumber(Cursor& cursor, const NumberSyntax& syntax) {
  return Scanner(cursor, syntax).Run();
}

bool ToUint64(std::string_view digits, int base, uint64_t& value) {
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
  return error == std::errc() && stop == end;
}

bool ToDouble(std::string_view digits, double& value) {
  // Tiny numbers are zero for every language here; huge ones are a mistake.
  const ParsedDouble read = ParseDouble(digits);
  value = read.value;
  return read.is_whole(digits) && std::isfinite(value);
}

}  // namespace kval::lex
