
#include "src/formats/scan.h"
#include "src/formats/validators.h"

// Numbers and codes that carry their own form. What Kubernetes takes (kube-openapi, pkg/internal/third_party/
// govalidator and pkg/validation/strfmt) is taken here.
namespace kval::formats {
namespace {

// Removes spaces and dashes.
std::string Bare(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!IsIn(c, " -\t\n\v\f\r")) {
      out += c;
    }
  }
  return out;
}

bool HasDigits(std::string_view text, size_t count, std::string* why) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsDigit(text[i])) {
      return Fail(why, Character(text, i) + " is not a digit");
    }
  }
  return text.size() == count || Fail(why, "there are " + std::to_string(text.size()) +
                                               " digits instead of " + std::to_string(count));
}

int DigitAt(std::string_view text, size_t at) {
  return text[at] - '0';
}

// Parses a number from 1 to `most` at `at`, without leading zero, with optional spaces, and advances `at`.
bool TakeColorPart(std::string_view text, size_t& at, std::string* why) {
  const auto skip_spaces = [&] {
    while (at < text.size() && IsIn(text[at], " \t\n\f\r")) {
      ++at;
    }
  };
  skip_spaces();
  const size_t begin = at;
  while (at < text.size() && IsDigit(text[at])) {
    ++at;
  }
  const std::string_view number = text.substr(begin, at - begin);
  if (number.empty()) {
    return Fail(why, "expected a number, found " + Character(text, at));
  }
  if (number.size() > 1 && number.front() == '0') {
    return Fail(why, "the number " + Quoted(number) + " has a leading zero");
  }
  if (Decimal(number, 1000) > 255) {
    return Fail(why, "the number " + Quoted(number) + " is larger than 255");
  }
  skip_spaces();
  return true;
}

// The numbers that issuers give out: govalidator's pattern. `digits` has digits only.
bool IsIssued(std::string_view digits) {
  struct Issuer {
    std::string_view first;  // the lowest and highest prefix, of one length
    std::string_view last;
    size_t length;
  };
  constexpr Issuer kIssuers[] = {{"4", "4", 13},       {"4", "4", 16},       {"51", "55", 16},
                                 {"6011", "6011", 16}, {"650", "659", 15},   {"34", "34", 15},
                                 {"37", "37", 15},     {"300", "305", 14},   {"36", "36", 14},
                                 {"38", "38", 14},     {"2131", "2131", 15}, {"1800", "1800", 15},
                                 {"35", "35", 16}};
  for (const Issuer& issuer : kIssuers) {
    const std::string_view prefix = digits.substr(0, issuer.first.size());
    if (digits.size() == issuer.length && prefix >= issuer.first && prefix <= issuer.last) {
      return true;
    }
  }
  return false;
}

}  // namespace

// ISO 2108: the weighted sum is a multiple of 11; X is 10.
bool IsIsbn10(std::string_view text, std::string* why) {
  const std::string bare = Bare(text);
  const bool ends_in_x = bare.size() == 10 && bare.back() == 'X';
  if (!HasDigits(ends_in_x ? bare.substr(0, 9) : bare, ends_in_x ? 9 : 10, why)) {
    return false;
  }
  int sum = ends_in_x ? 100 : 10 * DigitAt(bare, 9);
  for (size_t i = 0; i < 9; ++i) {
    sum += static_cast<int>(i + 1) * DigitAt(bare, i);
  }
  return sum % 11 == 0 || Fail(why, "the last digit does not fit the others");
}

// ISO 2108: weights 1 and 3 in turn.
bool IsIsbn13(std::string_view text, std::string* why) {
  const std::string bare = Bare(text);
  if (!HasDigits(bare, 13, why)) {
    return false;
  }
  int sum = 0;
  for (size_t i = 0; i < 13; ++i) {
    sum += (i % 2 == 0 ? 1 : 3) * DigitAt(bare, i);
  }
  return sum % 10 == 0 || Fail(why, "the last digit does not fit the others");
}

bool IsIsbn(std::string_view text, std::string* why) {
  return Bare(text).size() == 10 ? IsIsbn10(text, why) : IsIsbn13(text, why);
}

// ISO/IEC 7812-1, annex B: Luhn's checksum. Other characters are ignored.
bool IsCreditCard(std::string_view text, std::string* why) {
  std::string digits;
  for (const char c : text) {
    if (IsDigit(c)) {
      digits += c;
    }
  }
  if (!IsIssued(digits)) {
    return Fail(why, "no card has a number of " + std::to_string(digits.size()) + " digits with this prefix");
  }
  int sum = 0;
  for (size_t i = 0; i < digits.size(); ++i) {
    const int digit = DigitAt(digits, digits.size() - 1 - i);
    const int twice = 2 * digit;
    sum += i % 2 == 0 ? digit : twice > 9 ? twice - 9 : twice;
  }
  return sum % 10 == 0 || Fail(why, "the last digit does not fit the others");
}

// A number of the U.S. Social Security: 3, 2 and 4 digits, 11 characters in all.
bool IsSsn(std::string_view text, std::string* why) {
  constexpr size_t kLength = 11;
  if (text.size() != kLength) {
    return Fail(why, "there are " + std::to_string(text.size()) + " characters instead of 11");
  }
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_separator = i == 3 || i == 6;
    if (is_separator ? !IsIn(text[i], "- ") : !IsDigit(text[i])) {
      return Fail(why, std::string("expected ") + (is_separator ? "`-`" : "a digit") + ", found " +
                           Character(text, i));
    }
  }
  return true;
}

// BSON, section "objectid": 12 bytes in hexadecimal.
bool IsBsonObjectId(std::string_view text, std::string* why) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsHexDigit(text[i])) {
      return Fail(why, Character(text, i) + " is not a hexadecimal digit");
    }
  }
  return text.size() == 24 || Fail(why, "there are " + std::to_string(text.size()) + " digits instead of 24");
}

// CSS's three- and six-digit colours.
bool IsHexColor(std::string_view text, std::string* why) {
  const std::string_view digits = text.starts_with('#') ? text.substr(1) : text;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (!IsHexDigit(digits[i])) {
      return Fail(why, Character(digits, i) + " is not a hexadecimal digit");
    }
  }
  return digits.size() == 3 || digits.size() == 6 ||
         Fail(why, "there are " + std::to_string(digits.size()) + " digits instead of 3 or 6");
}

// CSS's rgb() with three whole numbers.
bool IsRgbColor(std::string_view text, std::string* why) {
  if (!text.starts_with("rgb(")) {
    return Fail(why, "expected `rgb(` at the start");
  }
  size_t at = 4;
  for (const char after : {',', ',', ')'}) {
    if (!TakeColorPart(text, at, why)) {
      return false;
    }
    if (at == text.size() || text[at] != after) {
      return Fail(why, std::string("expected `") + after + "` after a number, found " + Character(text, at));
    }
    ++at;
  }
  return at == text.size() || Fail(why, "unexpected " + Character(text, at) + " after `)`");
}

bool IsAnyText(std::string_view /*text*/, std::string* /*why*/) {
  return true;
}

}  // namespace kval::formats
