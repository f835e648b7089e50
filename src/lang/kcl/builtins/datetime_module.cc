#include <chrono>
#include <cmath>
#include <ctime>
#include <string>
#include <string_view>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/date_scanner.h"
#include "src/lang/kcl/builtins/date_text.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/number_text.h"

// The module `datetime`. Source: kcl crates/runtime/src/datetime/mod.rs. The clock needs effects.
namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Runtime;
using runtime::Value;

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

// Whether the whole text is a date, a time or both in a format of strftime, and names a real one. A format
// that leaves out part of a date (the day) matches no date. Source: chrono's format::strftime.
bool MatchesDateFormat(std::string_view text, std::string_view format) {
  DateScanner scanner(text);
  if (!scanner.Scan(format) || !scanner.at_end()) {
    return false;
  }
  const DateFields& fields = scanner.fields();
  return SaysDate(fields) ? HasDate(fields) : HasTime(fields);
}

std::time_t Now() {
  return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
}

std::string LocalText(std::time_t time, const std::string& format) {
  std::tm local{};
  localtime_r(&time, &local);
  char buffer[1024];
  size_t size = std::strftime(buffer, sizeof(buffer), format.c_str(), &local);
  return std::string(buffer, size);
}

Value Ticks(Runtime& runtime, const CallArgs&) {
  return MayAct(runtime, "datetime.ticks") ? runtime::Float(static_cast<double>(Now())) : Value();
}

Value Date(Runtime& runtime, const CallArgs&) {
  return MayAct(runtime, "datetime.date") ? String(runtime.heap(), LocalText(Now(), "%Y-%m-%d %H:%M:%S"))
                                          : Value();
}

Value Today(Runtime& runtime, const CallArgs&) {
  if (!MayAct(runtime, "datetime.today")) {
    return {};
  }
  std::time_t now = Now();
  return String(runtime.heap(), LocalText(now, "%Y-%m-%d %H:%M:%S") + "." + std::to_string(now));
}

// With `ticks` the clock is not read, but the time zone is.
Value NowText(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "now");
  std::string format(args.StringOr(0, "format", "%a %b %d %H:%M:%S %Y"));
  std::optional<double> ticks = args.FindSet(1, "ticks") == nullptr ? std::nullopt : args.Float(1, "ticks");
  if (!MayAct(runtime, "datetime.now")) {
    return {};
  }
  return String(runtime.heap(), LocalText(ticks ? Truncated(std::floor(*ticks)) : Now(), format));
}

Value Validate(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "validate");
  std::optional<std::string_view> date = args.String(0, "date");
  std::optional<std::string_view> format = args.String(1, "format");
  return date && format ? runtime::Bool(MatchesDateFormat(*date, *format)) : Value();
}

Value IsRfc3339(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> date = Arguments(runtime, call, "is_rfc3339").String(0, "date");
  return date ? runtime::Bool(ParseRfc3339(*date).has_value()) : Value();
}

Value IsIso(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> date = Arguments(runtime, call, "is_iso8601").String(0, "date");
  return date ? runtime::Bool(IsIso8601(*date)) : Value();
}

constexpr Native kDatetimeFunctions[] = {
    {"ticks", Ticks},      {"date", Date},         {"now", NowText},
    {"today", Today},      {"validate", Validate}, {"is_rfc3339", IsRfc3339},
    {"is_iso8601", IsIso},
};

}  // namespace

std::span<const Native> DatetimeNatives() {
  return kDatetimeFunctions;
}

}  // namespace kval::kcl::builtins
