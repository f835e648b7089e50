#include "src/helm/functions/go_time.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "src/support/ascii.h"

// Source: Go time/format.go and time/time.go.
namespace kval::helm::functions {

namespace {

constexpr std::array<std::string_view, 12> kMonths = {"January",   "February", "March",    "April",
                                                      "May",       "June",     "July",     "August",
                                                      "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kWeekdays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                       "Thursday", "Friday", "Saturday"};

// Elements that are recognized wherever they occur. Longer ones come first.
constexpr std::array<std::pair<std::string_view, TimeElement>, 33> kElements = {{
    {"January", TimeElement::kLongMonth},
    {"Monday", TimeElement::kLongWeekday},
    {"MST", TimeElement::kZoneName},
    {"002", TimeElement::kZeroYearDay},
    {"01", TimeElement::kZeroMonth},
    {"02", TimeElement::kZeroDay},
    {"03", TimeElement::kZeroHour12},
    {"04", TimeElement::kZeroMinute},
    {"05", TimeElement::kZeroSecond},
    {"06", TimeElement::kYear},
    {"15", TimeElement::kHour},
    {"1", TimeElement::kNumMonth},
    {"2006", TimeElement::kLongYear},
    {"2", TimeElement::kDay},
    {"__2", TimeElement::kUnderYearDay},
    {"_2", TimeElement::kUnderDay},
    {"3", TimeElement::kHour12},
    {"4", TimeElement::kMinute},
    {"5", TimeElement::kSecond},
    {"PM", TimeElement::kUpperHalf},
    {"pm", TimeElement::kLowerHalf},
    {"-070000", TimeElement::kZoneOffset},
    {"-07:00:00", TimeElement::kZoneOffset},
    {"-0700", TimeElement::kZoneOffset},
    {"-07:00", TimeElement::kZoneOffset},
    {"-07", TimeElement::kZoneOffset},
    {"Z070000", TimeElement::kZoneOffset},
    {"Z07:00:00", TimeElement::kZoneOffset},
    {"Z0700", TimeElement::kZoneOffset},
    {"Z07:00", TimeElement::kZoneOffset},
    {"Z07", TimeElement::kZoneOffset},
    {"Jan", TimeElement::kMonth},
    {"Mon", TimeElement::kWeekday},
}};

int64_t FloorDiv(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

bool IsLeap(int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

LayoutElement FractionAt(std::string_view rest) {
  if (rest.size() < 2 || (rest[0] != '.' && rest[0] != ',') || (rest[1] != '0' && rest[1] != '9')) {
    return {};
  }
  size_t end = 1;
  while (end < rest.size() && rest[end] == rest[1]) {
    ++end;
  }
  if (end < rest.size() && IsDigit(rest[end])) {
    return {};
  }
  return {rest[1] == '0' ? TimeElement::kFraction : TimeElement::kTrimmedFraction, rest.substr(0, end)};
}

LayoutElement ElementAt(std::string_view rest) {
  for (const auto& [text, kind] : kElements) {
    if (!rest.starts_with(text)) {
      continue;
    }
    const bool is_name = kind == TimeElement::kMonth || kind == TimeElement::kWeekday;
    if (is_name && rest.size() > text.size() && IsLower(rest[text.size()])) {
      continue;
    }
    return {kind, rest.substr(0, text.size())};
  }
  return FractionAt(rest);
}

std::string Padded(int64_t number, size_t width, char padding = '0') {
  std::string digits = std::to_string(number < 0 ? -number : number);
  if (digits.size() < width) {
    digits.insert(0, width - digits.size(), padding);
  }
  return number < 0 ? "-" + digits : digits;
}

std::string OffsetText(std::string_view form, int64_t offset) {
  if (form[0] == 'Z' && offset == 0) {
    return "Z";
  }
  const bool has_colons = form.find(':') != std::string_view::npos;
  const size_t digits = static_cast<size_t>(std::count_if(form.begin(), form.end(), IsDigit));
  const int64_t magnitude = offset < 0 ? -offset : offset;
  std::string out = offset < 0 ? "-" : "+";
  out += Padded(magnitude / 3600, 2);
  if (digits >= 4) {
    out += (has_colons ? ":" : "") + Padded(magnitude / 60 % 60, 2);
  }
  if (digits >= 6) {
    out += (has_colons ? ":" : "") + Padded(magnitude % 60, 2);
  }
  return out;
}

std::string FractionText(const LayoutElement& element, int64_t nanoseconds) {
  std::string digits = Padded(nanoseconds, 9).substr(0, element.text.size() - 1);
  digits.resize(element.text.size() - 1, '0');
  if (element.kind == TimeElement::kTrimmedFraction) {
    digits.erase(digits.find_last_not_of('0') + 1);
    return digits.empty() ? "" : element.text[0] + digits;
  }
  return element.text[0] + digits;
}

std::string ElementText(const LayoutElement& element, const Calendar& calendar, const Time& time) {
  const int hour12 = calendar.hour % 12 == 0 ? 12 : calendar.hour % 12;
  switch (element.kind) {
    case TimeElement::kNone:
      return {};
    case TimeElement::kLongMonth:
      return std::string(MonthName(calendar.month));
    case TimeElement::kMonth:
      return std::string(MonthName(calendar.month).substr(0, 3));
    case TimeElement::kNumMonth:
      return std::to_string(calendar.month);
    case TimeElement::kZeroMonth:
      return Padded(calendar.month, 2);
    case TimeElement::kLongWeekday:
      return std::string(WeekdayName(calendar.week_day));
    case TimeElement::kWeekday:
      return std::string(WeekdayName(calendar.week_day).substr(0, 3));
    case TimeElement::kDay:
      return std::to_string(calendar.day);
    case TimeElement::kUnderDay:
      return Padded(calendar.day, 2, ' ');
    case TimeElement::kZeroDay:
      return Padded(calendar.day, 2);
    case TimeElement::kUnderYearDay:
      return Padded(calendar.year_day, 3, ' ');
    case TimeElement::kZeroYearDay:
      return Padded(calendar.year_day, 3);
    case TimeElement::kHour:
      return Padded(calendar.hour, 2);
    case TimeElement::kHour12:
      return std::to_string(hour12);
    case TimeElement::kZeroHour12:
      return Padded(hour12, 2);
    case TimeElement::kMinute:
      return std::to_string(calendar.minute);
    case TimeElement::kZeroMinute:
      return Padded(calendar.minute, 2);
    case TimeElement::kSecond:
      return std::to_string(calendar.second);
    case TimeElement::kZeroSecond:
      return Padded(calendar.second, 2);
    case TimeElement::kLongYear:
      return Padded(calendar.year, 4);
    case TimeElement::kYear:
      return Padded((calendar.year < 0 ? 0 : calendar.year) % 100, 2);
    case TimeElement::kUpperHalf:
      return calendar.hour >= 12 ? "PM" : "AM";
    case TimeElement::kLowerHalf:
      return calendar.hour >= 12 ? "pm" : "am";
    case TimeElement::kZoneName:
      return time.zone.empty() ? OffsetText("-0700", time.offset) : time.zone;
    case TimeElement::kZoneOffset:
      return OffsetText(element.text, time.offset);
    case TimeElement::kFraction:
    case TimeElement::kTrimmedFraction:
      return FractionText(element, time.nanoseconds);
  }
  return {};
}

}  // namespace

std::string_view MonthName(int month) {
  return kMonths[static_cast<size_t>(month - 1)];
}

std::string_view WeekdayName(int week_day) {
  return kWeekdays[static_cast<size_t>(week_day)];
}

int DaysOfMonth(int month, int64_t year) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[static_cast<size_t>(month - 1)] + (month == 2 && IsLeap(year) ? 1 : 0);
}

// Source: days_from_civil and civil_from_days of "chrono-Compatible Low-Level Date Algorithms".
int64_t DaysOf(int64_t year, int64_t month, int64_t day) {
  year += FloorDiv(month - 1, 12);
  month = (month - 1) % 12 + (month < 1 && (month - 1) % 12 != 0 ? 13 : 1);
  year -= month <= 2 ? 1 : 0;
  const int64_t era = FloorDiv(year, 400);
  const int64_t year_of_era = year - era * 400;
  const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468 + day - 1;
}

Calendar CalendarOf(const Time& time) {
  // Far from the ends of the range.
  constexpr int64_t kLimit = std::numeric_limits<int64_t>::max() / 4;
  const int64_t seconds = std::clamp(time.seconds, -kLimit, kLimit) + time.offset;
  const int64_t days = FloorDiv(seconds, kSecondsPerDay);
  const int64_t shifted = days + 719468;
  const int64_t era = FloorDiv(shifted, 146097);
  const int64_t day_of_era = shifted - era * 146097;
  const int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t part = (5 * day_of_year + 2) / 153;
  Calendar calendar;
  calendar.day = static_cast<int>(day_of_year - (153 * part + 2) / 5 + 1);
  calendar.month = static_cast<int>(part < 10 ? part + 3 : part - 9);
  calendar.year = year_of_era + era * 400 + (calendar.month <= 2 ? 1 : 0);
  calendar.year_day = static_cast<int>(days - DaysOf(calendar.year, 1, 1) + 1);
  calendar.week_day = static_cast<int>(((days + 4) % 7 + 7) % 7);
  const int64_t rest = seconds - days * kSecondsPerDay;
  calendar.hour = static_cast<int>(rest / 3600);
  calendar.minute = static_cast<int>(rest / 60 % 60);
  calendar.second = static_cast<int>(rest % 60);
  return calendar;
}

LayoutElement NextElement(std::string_view* layout, std::string_view* text_before) {
  const std::string_view whole = *layout;
  for (size_t i = 0; i < whole.size(); ++i) {
    // `_2006` is a year after an underscore.
    const size_t at = whole.substr(i).starts_with("_2006") ? i + 1 : i;
    const LayoutElement element = ElementAt(whole.substr(at));
    if (element.kind != TimeElement::kNone) {
      *text_before = whole.substr(0, at);
      *layout = whole.substr(at + element.text.size());
      return element;
    }
  }
  *text_before = whole;
  *layout = {};
  return {};
}

std::string FormatTime(const Time& time, std::string_view layout) {
  const Calendar calendar = CalendarOf(time);
  std::string out;
  while (!layout.empty()) {
    std::string_view text;
    const LayoutElement element = NextElement(&layout, &text);
    out += text;
    out += ElementText(element, calendar, time);
  }
  return out;
}

std::string DurationText(int64_t nanoseconds) {
  const bool is_negative = nanoseconds < 0;
  const uint64_t magnitude =
      is_negative ? 0 - static_cast<uint64_t>(nanoseconds) : static_cast<uint64_t>(nanoseconds);
  constexpr uint64_t kSecond = 1'000'000'000;
  const auto fraction = [](uint64_t value, uint64_t unit, size_t digits) {
    std::string text = std::to_string(value / unit);
    std::string rest = std::to_string(value % unit);
    rest.insert(0, digits - rest.size(), '0');
    rest.erase(rest.find_last_not_of('0') + 1);
    return rest.empty() ? text : text + "." + rest;
  };
  std::string out = is_negative ? "-" : "";
  if (magnitude == 0) {
    return "0s";
  }
  if (magnitude < 1000) {
    return out + std::to_string(magnitude) + "ns";
  }
  if (magnitude < 1'000'000) {
    return out + fraction(magnitude, 1000, 3) + "µs";
  }
  if (magnitude < kSecond) {
    return out + fraction(magnitude, 1'000'000, 6) + "ms";
  }
  const uint64_t minutes = magnitude / kSecond / 60;
  if (minutes >= 60) {
    out += std::to_string(minutes / 60) + "h";
  }
  if (minutes > 0) {
    out += std::to_string(minutes % 60) + "m";
  }
  return out + fraction(magnitude % (60 * kSecond), kSecond, 9) + "s";
}

int64_t Difference(const Time& to, const Time& from) {
  int64_t seconds = 0;
  int64_t result = 0;
  const bool is_negative = to.seconds < from.seconds;
  if (__builtin_sub_overflow(to.seconds, from.seconds, &seconds) ||
      __builtin_mul_overflow(seconds, kNanosecondsPerSecond, &result) ||
      __builtin_add_overflow(result, to.nanoseconds - from.nanoseconds, &result)) {
    return is_negative ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
  }
  return result;
}

Time After(const Time& time, int64_t nanoseconds) {
  Time later = time;
  const int64_t sum = time.nanoseconds + nanoseconds % kNanosecondsPerSecond;
  const int64_t carry = FloorDiv(sum, kNanosecondsPerSecond);
  later.nanoseconds = sum - carry * kNanosecondsPerSecond;
  later.seconds = static_cast<int64_t>(static_cast<uint64_t>(time.seconds) +
                                       static_cast<uint64_t>(nanoseconds / kNanosecondsPerSecond + carry));
  return later;
}

}  // namespace kval::helm::functions
