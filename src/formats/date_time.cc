#include <date/date.h>

#include <array>
#include <chrono>

#include "src/formats/scan.h"
#include "src/formats/validators.h"

// RFC 3339, section 5.6. Letters may be lower case (its note); a space instead of `T` is not allowed. Second
// 60 is a leap second (its section 5.7): at 23:59:60 UTC, and on the last day of June or December if the date
// is known, as in appendix D.
namespace kval::formats {
namespace {

struct Clock {
  unsigned hour = 0;
  unsigned minute = 0;
  unsigned second = 0;
  int offset_minutes = 0;
};

// `count` digits at the start of `rest`, which is advanced.
bool TakeDigits(std::string_view& rest, size_t count, std::string_view what, unsigned* value,
                std::string* why) {
  size_t digits = 0;
  while (digits < rest.size() && IsDigit(rest[digits])) {
    ++digits;
  }
  if (digits != count) {
    return Fail(why, std::string(what) + " needs " + std::to_string(count) + " digits, found " +
                         (digits == 0 ? Character(rest, 0) : Quoted(rest.substr(0, digits))));
  }
  *value = static_cast<unsigned>(Decimal(rest.substr(0, count), 99999));
  rest.remove_prefix(count);
  return true;
}

bool TakeSign(std::string_view& rest, char sign, std::string_view after, std::string* why) {
  if (rest.empty() || rest.front() != sign) {
    return Fail(why, std::string("expected `") + sign + "` after the " + std::string(after) + ", found " +
                         Character(rest, 0));
  }
  rest.remove_prefix(1);
  return true;
}

bool AtMost(unsigned value, unsigned limit, std::string_view what, std::string* why) {
  if (value <= limit) {
    return true;
  }
  return Fail(why, std::string(what) + " " + std::to_string(value) + " does not exist");
}

bool TakeDate(std::string_view& rest, date::year_month_day* date, std::string* why) {
  unsigned year = 0;
  unsigned month = 0;
  unsigned day = 0;
  if (!TakeDigits(rest, 4, "the year", &year, why) || !TakeSign(rest, '-', "year", why) ||
      !TakeDigits(rest, 2, "the month", &month, why) || !TakeSign(rest, '-', "month", why) ||
      !TakeDigits(rest, 2, "the day", &day, why)) {
    return false;
  }
  const date::year_month ym = date::year(static_cast<int>(year)) / date::month(month);
  if (!ym.month().ok()) {
    return Fail(why, "month " + std::to_string(month) + " does not exist");
  }
  if (!(ym / date::day(day)).ok()) {
    constexpr std::array<std::string_view, 12> kMonths = {"January",   "February", "March",    "April",
                                                          "May",       "June",     "July",     "August",
                                                          "September", "October",  "November", "December"};
    const unsigned last = static_cast<unsigned>((ym / date::last).day());
    std::string reason = "day " + std::to_string(day) + " does not exist";
    if (day > last) {
      reason += ": " + std::string(kMonths[month - 1]) + " " + std::to_string(year) + " has " +
                std::to_string(last) + " days";
    }
    return Fail(why, std::move(reason));
  }
  *date = ym / date::day(day);
  return true;
}

bool TakeOffset(std::string_view& rest, Clock& clock, std::string* why) {
  if (rest.empty()) {
    return Fail(why, "the offset is missing: `Z` or `+HH:MM`");
  }
  const char sign = rest.front();
  rest.remove_prefix(1);
  if (sign == 'Z' || sign == 'z') {
    return true;
  }
  if (sign != '+' && sign != '-') {
    return Fail(why, "expected `Z` or an offset like `+01:00` after the time, found " +
                         Character(std::string_view(rest.data() - 1, rest.size() + 1), 0));
  }
  unsigned hours = 0;
  unsigned minutes = 0;
  if (!TakeDigits(rest, 2, "the offset's hour", &hours, why) || !TakeSign(rest, ':', "offset's hour", why) ||
      !TakeDigits(rest, 2, "the offset's minute", &minutes, why) ||
      !AtMost(hours, 23, "the offset's hour", why) || !AtMost(minutes, 59, "the offset's minute", why)) {
    return false;
  }
  const int offset = static_cast<int>(hours * 60 + minutes);
  clock.offset_minutes = sign == '-' ? -offset : offset;
  return true;
}

bool TakeFraction(std::string_view& rest, std::string* why) {
  if (rest.empty() || rest.front() != '.') {
    return true;
  }
  size_t end = 1;
  while (end < rest.size() && IsDigit(rest[end])) {
    ++end;
  }
  if (end == 1) {
    return Fail(why, "expected digits after `.`, found " + Character(rest, 1));
  }
  rest.remove_prefix(end);
  return true;
}

// The minutes since the beginning of the day in UTC; negative, or a day's or more, when that is another day.
int UtcMinute(const Clock& clock) {
  return static_cast<int>(clock.hour * 60 + clock.minute) - clock.offset_minutes;
}

// A leap second comes at the end of a day of UTC, whatever the local time is then.
bool IsLastMinute(const Clock& clock) {
  constexpr int kDay = 24 * 60;
  return (UtcMinute(clock) + 2 * kDay) % kDay == kDay - 1;
}

// Whether that day, by UTC, is the last of June or December.
bool IsLeapSecondDay(const date::year_month_day& local, const Clock& clock) {
  const auto day = date::floor<date::days>(date::sys_days(local) + std::chrono::minutes(UtcMinute(clock)));
  const date::year_month_day utc(day);
  return (utc.month() == date::June && utc.day() == date::day(30)) ||
         (utc.month() == date::December && utc.day() == date::day(31));
}

bool TakeTime(std::string_view& rest, Clock& clock, std::string* why) {
  if (!TakeDigits(rest, 2, "the hour", &clock.hour, why) || !TakeSign(rest, ':', "hour", why) ||
      !TakeDigits(rest, 2, "the minute", &clock.minute, why) || !TakeSign(rest, ':', "minute", why) ||
      !TakeDigits(rest, 2, "the second", &clock.second, why) || !AtMost(clock.hour, 23, "hour", why) ||
      !AtMost(clock.minute, 59, "minute", why) || !AtMost(clock.second, 60, "second", why) ||
      !TakeFraction(rest, why) || !TakeOffset(rest, clock, why)) {
    return false;
  }
  if (clock.second == 60 && !IsLastMinute(clock)) {
    return Fail(why, "second 60 is a leap second, which only exists at 23:59 UTC");
  }
  return true;
}

bool AtEnd(std::string_view rest, std::string_view what, std::string* why) {
  return rest.empty() || Fail(why, "unexpected " + Character(rest, 0) + " after the " + std::string(what));
}

}  // namespace

bool IsDate(std::string_view text, std::string* why) {
  date::year_month_day date;
  return TakeDate(text, &date, why) && AtEnd(text, "date", why);
}

bool IsTime(std::string_view text, std::string* why) {
  Clock clock;
  return TakeTime(text, clock, why) && AtEnd(text, "time", why);
}

bool IsDateTime(std::string_view text, std::string* why) {
  date::year_month_day date;
  if (!TakeDate(text, &date, why)) {
    return false;
  }
  if (text.empty()) {
    return Fail(why, "the time is missing: `T20:20:39Z`");
  }
  if (text.front() != 'T' && text.front() != 't') {
    return Fail(why, "expected `T` between date and time, found " + Character(text, 0));
  }
  text.remove_prefix(1);
  Clock clock;
  if (!TakeTime(text, clock, why) || !AtEnd(text, "time", why)) {
    return false;
  }
  if (clock.second == 60 && !IsLeapSecondDay(date, clock)) {
    return Fail(why,
                "second 60 is a leap second, which only exists on the last day of June or December in UTC");
  }
  return true;
}

}  // namespace kval::formats
