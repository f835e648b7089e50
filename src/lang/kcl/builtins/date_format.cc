#include "src/lang/kcl/builtins/date_format.h"

#include <chrono>

#include "src/lang/kcl/builtins/date_scanner.h"

namespace kval::kcl::builtins {
namespace {

namespace chrono = std::chrono;

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
bool HasDate(const DateFields& fields) {
  if (fields.is_moment) {
    return true;
  }
  if (fields.week_year != DateFields::kNoYear && fields.week >= 0 && fields.week_day >= 0) {
    return fields.week < 53 || HasLongWeekYear(fields.week_year);
  }
  if (fields.year == DateFields::kNoYear) {
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

bool HasTime(const DateFields& fields) {
  bool has_hour = fields.hour >= 0 || (fields.hour12 >= 0 && fields.is_pm >= 0);
  return has_hour && fields.minute >= 0;
}

bool SaysDate(const DateFields& fields) {
  return fields.is_moment || fields.year != DateFields::kNoYear || fields.week_year != DateFields::kNoYear ||
         fields.month >= 0 || fields.day >= 0 || fields.year_day >= 0;
}

}  // namespace

bool MatchesDateFormat(std::string_view text, std::string_view format) {
  DateScanner scanner(text);
  if (!scanner.Scan(format) || !scanner.at_end()) {
    return false;
  }
  const DateFields& fields = scanner.fields();
  return SaysDate(fields) ? HasDate(fields) : HasTime(fields);
}

}  // namespace kval::kcl::builtins
