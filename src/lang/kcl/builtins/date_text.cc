#include "src/lang/kcl/builtins/date_text.h"

#include <array>
#include <chrono>
#include <cstdio>

namespace kval::kcl::builtins {
namespace {

namespace chrono = std::chrono;

constexpr std::array<std::string_view, 12> kMonths = {"january",   "february", "march",    "april",
                                                      "may",       "june",     "july",     "august",
                                                      "september", "october",  "november", "december"};
constexpr std::array<std::string_view, 7> kDays = {"sunday",   "monday", "tuesday", "wednesday",
                                                   "thursday", "friday", "saturday"};

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

char LowerOf(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr int kNoYear = INT32_MIN;

// What a text says of a date and a time; -1 is not said.
struct Fields {
  int year = kNoYear, month = -1, day = -1, year_day = -1, week_day = -1;
  int week_year = kNoYear, week = -1;  // of ISO 8601
  int hour = -1, hour12 = -1, minute = -1, second = -1, is_pm = -1;
  bool is_moment = false;  // the seconds since 1970
};

// Reads a text by a format, both from their start.
class DateScanner {
 public:
  explicit DateScanner(std::string_view text) : rest_(text) {}

  bool Scan(std::string_view format, int depth = 0) {
    for (size_t i = 0; i < format.size(); ++i) {
      char c = format[i];
      if (c == ' ' || c == '\t' || c == '\n') {
        SkipBlanks();
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

  bool at_end() const { return rest_.empty(); }
  const Fields& fields() const { return fields_; }

 private:
  void SkipBlanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t' || rest_[0] == '\n')) {
      rest_.remove_prefix(1);
    }
  }

  bool Take(char c) {
    if (!rest_.starts_with(c)) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }

  bool Number(size_t max_digits, int low, int high, int* number) {
    SkipBlanks();
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
  bool Year(size_t max_digits, int* year) {
    constexpr int kMost = 262'142;  // chrono's
    SkipBlanks();
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
  bool Name(const std::array<std::string_view, N>& names, int* number) {
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

  bool StartsWith(std::string_view lower) const {
    if (rest_.size() < lower.size()) {
      return false;
    }
    for (size_t i = 0; i < lower.size(); ++i) {
      if (LowerOf(rest_[i]) != lower[i]) {
        return false;
      }
    }
    return true;
  }

  bool Fraction() {
    size_t digits = 0;
    while (digits < rest_.size() && IsDigit(rest_[digits])) {
      ++digits;
    }
    rest_.remove_prefix(digits);
    return digits > 0;
  }

  // `Z`, `+0200`, `+02:00`
  bool Offset(bool may_lack_minutes) {
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
    return (may_lack_minutes && rest_.empty()) || ((Take(':') || true) && Number(2, 0, 59, &number));
  }

  bool Item(char item, char modifier, int depth);
  bool DateItem(char item, char modifier);
  bool TimeItem(char item, char modifier);

  std::string_view rest_;
  Fields fields_;
};

// What an item that stands for several is short for; empty for all others.
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
      SkipBlanks();
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

// A year near ours with the same calendar.
int NearYear(int year) {
  return 2000 + year % 400;
}

// Whether the year of ISO 8601 has a week 53: it begins or ends with a Thursday.
bool HasLongWeekYear(int year) {
  const chrono::sys_days first(chrono::year(NearYear(year)) / 1 / 1);
  const chrono::sys_days last(chrono::year(NearYear(year)) / 12 / 31);
  return chrono::weekday(first) == chrono::Thursday || chrono::weekday(last) == chrono::Thursday;
}

// Whether the fields name a date completely, and a real one.
bool HasDate(const Fields& fields) {
  if (fields.is_moment) {
    return true;
  }
  if (fields.week_year != kNoYear && fields.week >= 0 && fields.week_day >= 0) {
    return fields.week < 53 || HasLongWeekYear(fields.week_year);
  }
  if (fields.year == kNoYear) {
    return false;
  }
  const int year = NearYear(fields.year);
  if (fields.year_day > 0 && fields.month < 0) {
    return fields.year_day <= (chrono::year(year).is_leap() ? 366 : 365);
  }
  if (fields.month < 0 || fields.day < 0) {
    return false;
  }
  chrono::year_month_day date(chrono::year(year), chrono::month(static_cast<unsigned>(fields.month)),
                              chrono::day(static_cast<unsigned>(fields.day)));
  if (!date.ok()) {
    return false;
  }
  return fields.week_day < 0 ||
         chrono::weekday(chrono::sys_days(date)).c_encoding() == static_cast<unsigned>(fields.week_day);
}

bool HasTime(const Fields& fields) {
  bool has_hour = fields.hour >= 0 || (fields.hour12 >= 0 && fields.is_pm >= 0);
  return has_hour && fields.minute >= 0;
}

bool SaysDate(const Fields& fields) {
  return fields.is_moment || fields.year != kNoYear || fields.week_year != kNoYear || fields.month >= 0 ||
         fields.day >= 0 || fields.year_day >= 0;
}

bool TakeFixed(std::string_view text, size_t at, size_t digits, int* number) {
  *number = 0;
  if (at + digits > text.size()) {
    return false;
  }
  for (size_t i = at; i < at + digits; ++i) {
    if (!IsDigit(text[i])) {
      return false;
    }
    *number = *number * 10 + (text[i] - '0');
  }
  return true;
}

// The offset at the end of a time of RFC 3339: `Z`, `+02:00`.
std::optional<int> ParseOffset(std::string_view text) {
  if (text == "Z" || text == "z") {
    return 0;
  }
  int hours = 0;
  int minutes = 0;
  bool is_formed = text.size() == 6 && (text[0] == '+' || text[0] == '-') && text[3] == ':' &&
                   TakeFixed(text, 1, 2, &hours) && TakeFixed(text, 4, 2, &minutes) && hours < 24 &&
                   minutes < 60;
  if (!is_formed) {
    return std::nullopt;
  }
  int offset = hours * 60 + minutes;
  return text[0] == '-' ? -offset : offset;
}

// A run of `digits letter` of which the letters come in the order of `units`; false when there is none.
bool TakeUnits(std::string_view& text, std::string_view units) {
  bool any = false;
  while (!text.empty() && text[0] != 'T') {
    size_t digits = 0;
    while (digits < text.size() && (IsDigit(text[digits]) || text[digits] == '.' || text[digits] == ',')) {
      ++digits;
    }
    size_t unit = digits < text.size() ? units.find(text[digits]) : std::string_view::npos;
    if (digits == 0 || unit == std::string_view::npos) {
      return false;
    }
    units.remove_prefix(unit + 1);
    text.remove_prefix(digits + 1);
    any = true;
  }
  return any;
}

bool IsIsoDuration(std::string_view text) {
  text.remove_prefix(1);
  bool any = !text.empty() && text[0] != 'T' && TakeUnits(text, "YMWD");
  if (text.empty()) {
    return any;
  }
  if (text[0] != 'T') {
    return false;
  }
  text.remove_prefix(1);
  return TakeUnits(text, "HMS") && text.empty();
}

}  // namespace

bool MatchesDateFormat(std::string_view text, std::string_view format) {
  DateScanner scanner(text);
  if (!scanner.Scan(format) || !scanner.at_end()) {
    return false;
  }
  const Fields& fields = scanner.fields();
  return SaysDate(fields) ? HasDate(fields) : HasTime(fields);
}

std::optional<Moment> ParseRfc3339(std::string_view text) {
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  bool is_formed = text.size() >= 20 && TakeFixed(text, 0, 4, &year) && text[4] == '-' &&
                   TakeFixed(text, 5, 2, &month) && text[7] == '-' && TakeFixed(text, 8, 2, &day) &&
                   (text[10] == 'T' || text[10] == 't' || text[10] == ' ') && TakeFixed(text, 11, 2, &hour) &&
                   text[13] == ':' && TakeFixed(text, 14, 2, &minute) && text[16] == ':' &&
                   TakeFixed(text, 17, 2, &second);
  chrono::year_month_day date(chrono::year(year), chrono::month(static_cast<unsigned>(month)),
                              chrono::day(static_cast<unsigned>(day)));
  if (!is_formed || !date.ok() || hour > 23 || minute > 59 || second > 60) {
    return std::nullopt;
  }
  Moment moment;
  size_t at = 19;
  if (text[at] == '.') {
    int32_t scale = 100'000'000;
    size_t begin = ++at;
    for (; at < text.size() && IsDigit(text[at]); ++at, scale /= 10) {
      moment.nanoseconds += (text[at] - '0') * scale;
    }
    if (at == begin) {
      return std::nullopt;
    }
  }
  std::optional<int> offset = ParseOffset(text.substr(at));
  if (!offset) {
    return std::nullopt;
  }
  moment.offset_minutes = *offset;
  int64_t days = chrono::sys_days(date).time_since_epoch().count();
  moment.seconds = ((days * 24 + hour) * 60 + minute - *offset) * 60 + second;
  return moment;
}

std::string Rfc3339Text(const Moment& moment) {
  int64_t local = moment.seconds + int64_t{moment.offset_minutes} * 60;
  int64_t days = local >= 0 ? local / 86400 : -((86399 - local) / 86400);
  chrono::year_month_day date{chrono::sys_days(chrono::days(days))};
  int64_t rest = local - days * 86400;
  char buffer[96];
  std::snprintf(buffer, sizeof(buffer), "%04d-%02u-%02uT%02d:%02d:%02d", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(rest / 3600), static_cast<int>(rest / 60 % 60), static_cast<int>(rest % 60));
  std::string text = buffer;
  int32_t nanoseconds = moment.nanoseconds;
  if (nanoseconds != 0) {
    int digits = nanoseconds % 1'000'000 == 0 ? 3 : nanoseconds % 1'000 == 0 ? 6 : 9;
    std::snprintf(buffer, sizeof(buffer), ".%09d", nanoseconds);
    text += std::string_view(buffer).substr(0, static_cast<size_t>(digits) + 1);
  }
  int offset = moment.offset_minutes < 0 ? -moment.offset_minutes : moment.offset_minutes;
  std::snprintf(buffer, sizeof(buffer), "%c%02d:%02d", moment.offset_minutes < 0 ? '-' : '+', offset / 60,
                offset % 60);
  return text + buffer;
}

bool IsIso8601(std::string_view text) {
  return text.starts_with('P') ? IsIsoDuration(text) : ParseRfc3339(text).has_value();
}

}  // namespace kval::kcl::builtins
