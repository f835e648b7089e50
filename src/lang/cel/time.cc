#include "src/lang/cel/time.h"

#include <charconv>
#include <cmath>

#include "src/lang/lex/cursor.h"

namespace kval::cel {
namespace {

constexpr int64_t kDay = 86'400;
constexpr int64_t kNanoseconds = 1'000'000'000;

// Days since 1970-01-01 of a date on the Gregorian calendar (H. Hinnant, chrono-compatible date algorithms).
int64_t DaysOf(int64_t year, int32_t month, int32_t day) {
  year -= month <= 2 ? 1 : 0;
  const int64_t era = (year >= 0 ? year : year - 399) / 400;
  const int64_t year_of_era = year - era * 400;
  const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146'097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719'468;
}

int32_t DaysIn(int64_t year, int32_t month) {
  constexpr int32_t kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return kDays[month - 1] + (month == 2 && is_leap ? 1 : 0);
}

// Parses exactly that many digits, or returns -1.
int32_t TakeDigits(std::string_view& text, size_t count) {
  int32_t number = 0;
  for (size_t i = 0; i < count; ++i) {
    if (i >= text.size() || !IsDigit(text[i])) {
      return -1;
    }
    number = number * 10 + (text[i] - '0');
  }
  text.remove_prefix(count);
  return number;
}

bool Take(std::string_view& text, char c) {
  if (text.empty() || text[0] != c) {
    return false;
  }
  text.remove_prefix(1);
  return true;
}

// Digits behind the second; those beyond the ninth are dropped.
uint32_t TakeFraction(std::string_view& text) {
  uint32_t nanoseconds = 0;
  int digits = 0;
  for (; !text.empty() && IsDigit(text[0]); text.remove_prefix(1), ++digits) {
    nanoseconds = digits < 9 ? nanoseconds * 10 + static_cast<uint32_t>(text[0] - '0') : nanoseconds;
  }
  for (; digits < 9; ++digits) {
    nanoseconds *= 10;
  }
  return nanoseconds;
}

// `Z` or `+02:00`, in minutes.
std::optional<int16_t> TakeZone(std::string_view text) {
  if (text == "Z") {
    return 0;
  }
  const bool is_after = text.starts_with('-');
  if (!Take(text, '+') && !Take(text, '-')) {
    return std::nullopt;
  }
  const int32_t hours = TakeDigits(text, 2);
  const bool has_colon = Take(text, ':');
  const int32_t minutes = TakeDigits(text, 2);
  if (hours < 0 || hours > 24 || minutes < 0 || minutes > 60 || !has_colon || !text.empty()) {
    return std::nullopt;
  }
  const int32_t offset = hours * 60 + minutes;
  return static_cast<int16_t>(is_after ? -offset : offset);
}

std::string Padded(int64_t number, size_t width) {
  std::string digits = std::to_string(number);
  return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

struct Unit {
  std::string_view name;
  uint64_t nanoseconds;
};
constexpr Unit kUnits[] = {
    {"ns", 1},         {"us", 1'000},        {"\u00b5s", 1'000},    {"\u03bcs", 1'000},
    {"ms", 1'000'000}, {"s", 1'000'000'000}, {"m", 60'000'000'000}, {"h", 3'600'000'000'000}};
constexpr uint64_t kMost = uint64_t{1} << 63;

// One `1.5h` of a duration, added to `sum`. Go's leadingInt, leadingFraction, ParseDuration.
bool TakePart(std::string_view& text, uint64_t& sum) {
  uint64_t whole = 0;
  bool has_digits = false;
  for (; !text.empty() && IsDigit(text[0]); text.remove_prefix(1)) {
    has_digits = true;
    if (whole > kMost / 10) {
      return false;
    }
    whole = whole * 10 + static_cast<uint64_t>(text[0] - '0');
    if (whole > kMost) {
      return false;
    }
  }
  uint64_t fraction = 0;
  double scale = 1;
  if (Take(text, '.')) {
    bool is_full = false;
    for (; !text.empty() && IsDigit(text[0]); text.remove_prefix(1)) {
      has_digits = true;
      const auto digit = static_cast<uint64_t>(text[0] - '0');
      is_full = is_full || fraction > (kMost - 1) / 10 || fraction * 10 + digit > kMost;
      if (!is_full) {
        fraction = fraction * 10 + digit;
        scale *= 10;
      }
    }
  }
  size_t length = 0;
  while (length < text.size() && text[length] != '.' && !IsDigit(text[length])) {
    ++length;
  }
  const std::string_view name = text.substr(0, length);
  text.remove_prefix(length);
  for (const Unit& unit : kUnits) {
    if (has_digits && unit.name == name) {
      if (whole > kMost / unit.nanoseconds) {
        return false;
      }
      whole *= unit.nanoseconds;
      if (fraction > 0) {
        whole += static_cast<uint64_t>(static_cast<double>(fraction) *
                                       (static_cast<double>(unit.nanoseconds) / scale));
      }
      sum += whole;
      return whole <= kMost && sum <= kMost;
    }
  }
  return false;
}

}  // namespace

std::optional<Timestamp> ParseTimestamp(std::string_view text) {
  const int32_t year = TakeDigits(text, 4);
  const bool year_ends = Take(text, '-');
  const int32_t month = TakeDigits(text, 2);
  const bool month_ends = Take(text, '-');
  const int32_t day = TakeDigits(text, 2);
  const bool date_ends = Take(text, 'T');
  // Go takes an hour of one digit.
  const bool is_short = text.size() > 1 && text[1] == ':';
  const int32_t hour = TakeDigits(text, is_short ? 1 : 2);
  const bool hour_ends = Take(text, ':');
  const int32_t minute = TakeDigits(text, 2);
  const bool minute_ends = Take(text, ':');
  const int32_t second = TakeDigits(text, 2);
  if (year < 0 || !year_ends || month < 1 || month > 12 || !month_ends || day < 1 ||
      day > DaysIn(year, month) || !date_ends || hour < 0 || hour > 23 || !hour_ends || minute < 0 ||
      minute > 59 || !minute_ends || second < 0 || second > 59) {
    return std::nullopt;
  }
  Timestamp time;
  if (text.size() > 1 && (text[0] == '.' || text[0] == ',') && IsDigit(text[1])) {
    text.remove_prefix(1);
    time.nanoseconds = TakeFraction(text);
  }
  const auto zone = TakeZone(text);
  if (!zone) {
    return std::nullopt;
  }
  time.zone_minutes = *zone;
  time.seconds = DaysOf(year, month, day) * kDay + hour * 3600 + minute * 60 + second - int64_t{*zone} * 60;
  return time;
}

std::string TimestampText(Timestamp time) {
  const CalendarTime on = OnCalendar(time.seconds + time.zone_minutes * 60);
  std::string text = Padded(on.year, 4) + "-" + Padded(on.month, 2) + "-" + Padded(on.day, 2) + "T" +
                     Padded(on.hour, 2) + ":" + Padded(on.minute, 2) + ":" + Padded(on.second, 2);
  if (time.nanoseconds != 0) {
    text += "." + Padded(time.nanoseconds, 9);
    text.erase(text.find_last_not_of('0') + 1);
  }
  if (time.zone_minutes == 0) {
    return text + "Z";
  }
  const int32_t minutes = std::abs(time.zone_minutes);
  return text + (time.zone_minutes < 0 ? "-" : "+") + Padded(minutes / 60, 2) + ":" + Padded(minutes % 60, 2);
}

bool IsInRange(int64_t seconds) {
  return seconds >= -62'135'596'800 && seconds <= 253'402'300'799;
}

std::optional<int64_t> ParseDuration(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  if (text == "0") {
    return 0;
  }
  uint64_t sum = 0;
  if (text.empty()) {
    return std::nullopt;
  }
  while (!text.empty()) {
    if (!TakePart(text, sum)) {
      return std::nullopt;
    }
  }
  if (sum == kMost && !is_negative) {
    return std::nullopt;
  }
  return static_cast<int64_t>(is_negative ? 0 - sum : sum);
}

std::string DurationText(int64_t nanoseconds) {
  // As Go: seconds as a double, with the fewest digits that give it back.
  const auto whole = static_cast<double>(nanoseconds / kNanoseconds);
  const auto rest = static_cast<double>(nanoseconds % kNanoseconds);
  char digits[64];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, whole + rest / 1e9, std::chars_format::fixed).ptr;
  return std::string(digits, end) + "s";
}

CalendarTime OnCalendar(int64_t seconds) {
  int64_t days = seconds / kDay;
  int64_t in_day = seconds % kDay;
  if (in_day < 0) {
    in_day += kDay;
    --days;
  }
  const int64_t shifted = days + 719'468;
  const int64_t era = (shifted >= 0 ? shifted : shifted - 146'096) / 146'097;
  const int64_t day_of_era = shifted - era * 146'097;
  const int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t month = (5 * day_of_year + 2) / 153;
  CalendarTime on;
  on.day = static_cast<int32_t>(day_of_year - (153 * month + 2) / 5 + 1);
  on.month = static_cast<int32_t>(month < 10 ? month + 3 : month - 9);
  on.year = year_of_era + era * 400 + (on.month <= 2 ? 1 : 0);
  on.day_of_year = static_cast<int32_t>(days - DaysOf(on.year, 1, 1));
  on.day_of_week = static_cast<int32_t>(((days + 4) % 7 + 7) % 7);
  on.hour = static_cast<int32_t>(in_day / 3600);
  on.minute = static_cast<int32_t>(in_day / 60 % 60);
  on.second = static_cast<int32_t>(in_day % 60);
  return on;
}

std::optional<int32_t> ParseZoneOffset(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    return std::nullopt;
  }
  const auto number = [](std::string_view digits) -> std::optional<int32_t> {
    digits.remove_prefix(digits.size() > 1 && digits[0] == '+' ? 1 : 0);
    int32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() ||
        std::abs(value) > 100'000) {
      return std::nullopt;
    }
    return value;
  };
  const auto hours = number(text.substr(0, colon));
  const auto minutes = number(text.substr(colon + 1));
  if (!hours || !minutes) {
    return std::nullopt;
  }
  return (text[0] == '-' ? *hours * 60 - *minutes : *hours * 60 + *minutes) * 60;
}

}  // namespace kval::cel
