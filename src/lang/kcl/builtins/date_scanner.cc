#include "src/lang/kcl/builtins/date_scanner.h"

#include "src/support/ascii.h"
#include "src/support/ascii_text.h"

namespace kval::kcl::builtins {
namespace {

constexpr std::array<std::string_view, 12> kMonths = {"january",   "february", "march",    "april",
                                                      "may",       "june",     "july",     "august",
                                                      "september", "october",  "november", "december"};
constexpr std::array<std::string_view, 7> kDays = {"sunday",   "monday", "tuesday", "wednesday",
                                                   "thursday", "friday", "saturday"};

// Returns the expansion of a composite item; empty for all other items.
std::string_view CompositeFormat(char item) {
  switch (item) {
    case 'F':
      return "%Y-%m-%d";
    case 'T':
    case 'X':
      return "%H:%M:%S";
    case 'R':
      return "%H:%M";
    case 'D':
    case 'x':
      return "%m/%d/%y";
    case 'c':
      return "%a %b %e %H:%M:%S %Y";
    case 'r':
      return "%I:%M:%S %p";
    case 'v':
      return "%e-%b-%Y";
    default:
      return {};
  }
}

}  // namespace

bool DateScanner::Scan(std::string_view format, int depth) {
  for (size_t i = 0; i < format.size(); ++i) {
    char c = format[i];
    if (c == ' ' || c == '\t' || c == '\n') {
      SkipSpaces();
      continue;
    }
    if (c != '%') {
      if (!Take(c)) {
        return false;
      }
      continue;
    }
    if (++i == format.size()) {
      return false;
    }
    bool has_flag = format[i] == '-' || format[i] == '_' || format[i] == '0' || format[i] == '#';
    i += has_flag ? 1 : 0;
    if (i == format.size()) {
      return false;
    }
    if (format[i] == '.' || format[i] == ':') {
      i += format[i] == '.' && i + 1 < format.size() && IsDigit(format[i + 1]) ? 2 : 1;
    }
    if (i >= format.size() || !Item(format[i], format[i - 1], depth)) {
      return false;
    }
  }
  return true;
}

void DateScanner::SkipSpaces() {
  while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t' || rest_[0] == '\n')) {
    rest_.remove_prefix(1);
  }
}

bool DateScanner::Take(char c) {
  if (!rest_.starts_with(c)) {
    return false;
  }
  rest_.remove_prefix(1);
  return true;
}

bool DateScanner::Number(size_t max_digits, int low, int high, int* number) {
  SkipSpaces();
  size_t digits = 0;
  int64_t value = 0;
  while (digits < max_digits && digits < rest_.size() && IsDigit(rest_[digits])) {
    value = value * 10 + (rest_[digits++] - '0');
  }
  rest_.remove_prefix(digits);
  *number = static_cast<int>(value);
  return digits > 0 && value >= low && value <= high;
}

// With a sign it may have more digits.
bool DateScanner::Year(size_t max_digits, int* year) {
  constexpr int kMost = 262'142;  // chrono's
  SkipSpaces();
  const bool is_negative = rest_.starts_with('-');
  const bool has_sign = is_negative || rest_.starts_with('+');
  rest_.remove_prefix(has_sign ? 1 : 0);
  if (!Number(has_sign ? 9 : max_digits, 0, kMost, year)) {
    return false;
  }
  *year = is_negative ? -*year : *year;
  return true;
}

// A name, long or its first three letters, in any case.
template <size_t N>
bool DateScanner::Name(const std::array<std::string_view, N>& names, int* number) {
  for (size_t i = 0; i < N; ++i) {
    for (size_t length : {names[i].size(), size_t{3}}) {
      if (StartsWith(names[i].substr(0, length))) {
        rest_.remove_prefix(length);
        *number = static_cast<int>(i);
        return true;
      }
    }
  }
  return false;
}

bool DateScanner::StartsWith(std::string_view lower) const {
  if (rest_.size() < lower.size()) {
    return false;
  }
  for (size_t i = 0; i < lower.size(); ++i) {
    if (ToLower(rest_[i]) != lower[i]) {
      return false;
    }
  }
  return true;
}

bool DateScanner::Fraction() {
  size_t digits = 0;
  while (digits < rest_.size() && IsDigit(rest_[digits])) {
    ++digits;
  }
  rest_.remove_prefix(digits);
  return digits > 0;
}

// `Z`, `+0200`, `+02:00`
bool DateScanner::Offset(bool may_lack_minutes) {
  if (Take('Z') || Take('z')) {
    return true;
  }
  int number = 0;
  if (!Take('+') && !Take('-')) {
    return false;
  }
  if (!Number(2, 0, 23, &number)) {
    return false;
  }
  if (may_lack_minutes && rest_.empty()) {
    return true;
  }
  Take(':');
  return Number(2, 0, 59, &number);
}

bool DateScanner::Item(char item, char modifier, int depth) {
  if (const std::string_view format = CompositeFormat(item); !format.empty() && depth == 0) {
    return Scan(format, depth + 1);
  }
  switch (item) {
    case 'z':
      return Offset(modifier == '#');
    case 'Z':
      while (!rest_.empty() && rest_[0] != ' ' && rest_[0] != '\t' && rest_[0] != '\n') {
        rest_.remove_prefix(1);
      }
      return true;
    case '+':
      return Scan("%Y-%m-%dT%H:%M:%S", depth + 1) && (!Take('.') || Fraction()) && Offset(false);
    case 's': {
      int seconds = 0;
      fields_.is_moment = true;
      return Number(18, 0, INT32_MAX, &seconds);
    }
    case '%':
      return Take('%');
    case 'n':
    case 't':
      SkipSpaces();
      return true;
    default:
      return DateItem(item, modifier) || TimeItem(item, modifier);
  }
}

bool DateScanner::DateItem(char item, char modifier) {
  int number = 0;
  switch (item) {
    case 'Y':
      return Year(modifier == '-' ? 9 : 4, &fields_.year);
    case 'G':
      return Year(4, &fields_.week_year);
    case 'V':
      return Number(2, 1, 53, &fields_.week);
    case 'u':
      return Number(1, 1, 7, &number) && (fields_.week_day = number % 7) >= 0;
    case 'w':
      return Number(1, 0, 6, &fields_.week_day);
    case 'y':
      if (!Number(2, 0, 99, &number)) {
        return false;
      }
      fields_.year = number < 70 ? 2000 + number : 1900 + number;
      return true;
    case 'm':
      return Number(2, 1, 12, &fields_.month);
    case 'd':
    case 'e':
      return Number(2, 1, 31, &fields_.day);
    case 'j':
      return Number(3, 1, 366, &fields_.year_day);
    case 'b':
    case 'B':
    case 'h':
      if (!Name(kMonths, &number)) {
        return false;
      }
      fields_.month = number + 1;
      return true;
    case 'a':
    case 'A':
      return Name(kDays, &fields_.week_day);
    default:
      return false;
  }
}

bool DateScanner::TimeItem(char item, char modifier) {
  switch (item) {
    case 'H':
    case 'k':
      return Number(2, 0, 23, &fields_.hour);
    case 'I':
    case 'l':
      return Number(2, 1, 12, &fields_.hour12);
    case 'M':
      return Number(2, 0, 59, &fields_.minute);
    case 'S':
      return Number(2, 0, 60, &fields_.second);
    case 'p':
    case 'P':
      if (!StartsWith("am") && !StartsWith("pm")) {
        return false;
      }
      fields_.is_pm = StartsWith("pm") ? 1 : 0;
      rest_.remove_prefix(2);
      return true;
    case 'f':
      return (modifier != '.' && !IsDigit(modifier)) || rest_.empty() || rest_[0] != '.'
                 ? Fraction()
                 : Take('.') && Fraction();
    default:
      return false;
  }
}

}  // namespace kval::kcl::builtins
