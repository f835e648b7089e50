#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/containers.h"
#include "src/lang/gotemplate/functions.h"
#include "src/lang/gotemplate/value.h"

// Go's package time, as far as templates use it. Zones other than UTC are offsets that a text contains.
namespace kval::helm::functions {

inline constexpr int64_t kSecondsPerDay = 86400;
inline constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;
// Of Go's zero time, 0001-01-01T00:00:00Z.
inline constexpr int64_t kZeroTime = -62135596800;

struct Time {
  int64_t seconds = kZeroTime;  // since 1970
  int64_t nanoseconds = 0;      // 0 to 999,999,999
  int32_t offset = 0;           // in seconds east of UTC
  std::string zone = "UTC";     // its abbreviation, if it has one

  friend bool operator==(const Time&, const Time&) = default;
};

// The date and time of day in the zone of a time.
struct Calendar {
  int64_t year = 1;
  int month = 1;  // from 1
  int day = 1;    // from 1
  int hour = 0;
  int minute = 0;
  int second = 0;
  int year_day = 1;  // from 1
  int week_day = 0;  // from Sunday, 0
};

Calendar CalendarOf(const Time& time);
// Days since 1970-01-01; `month` and `day` may be out of range, as in time.Date.
int64_t DaysOf(int64_t year, int64_t month, int64_t day);
int DaysOfMonth(int month, int64_t year);
std::string_view MonthName(int month);
std::string_view WeekdayName(int week_day);

// Time.Format.
std::string FormatTime(const Time& time, std::string_view layout);
// time.ParseInLocation in UTC. `error` is Go's, empty if there is none; then the time is valid.
struct ParsedTime {
  Time time;
  std::string error;
};
ParsedTime ParseTime(std::string_view layout, std::string_view text);

// Duration.String: `1h30m0s`, `1.5s`.
std::string DurationText(int64_t nanoseconds);
// Nanoseconds from `from` to `to`, limited to 64 bits, as Time.Sub has it.
int64_t Difference(const Time& to, const Time& from);
Time After(const Time& time, int64_t nanoseconds);

// time.Time and time.Duration as types of values.
extern const gotemplate::Type kTimeType;
gotemplate::Value NewTime(gotemplate::Call& call, Time time);
// Null for other values. A nil of the type is the zero time.
const Time* TimeIn(const gotemplate::Value& value);

// The elements of a layout.
enum class TimeElement : uint8_t {
  kNone,
  kLongMonth,        // January
  kMonth,            // Jan
  kNumMonth,         // 1
  kZeroMonth,        // 01
  kLongWeekday,      // Monday
  kWeekday,          // Mon
  kDay,              // 2
  kUnderDay,         // _2
  kZeroDay,          // 02
  kUnderYearDay,     // __2
  kZeroYearDay,      // 002
  kHour,             // 15
  kHour12,           // 3
  kZeroHour12,       // 03
  kMinute,           // 4
  kZeroMinute,       // 04
  kSecond,           // 5
  kZeroSecond,       // 05
  kLongYear,         // 2006
  kYear,             // 06
  kUpperHalf,        // PM
  kLowerHalf,        // pm
  kZoneName,         // MST
  kZoneOffset,       // -0700, -07:00, Z07:00 …
  kFraction,         // .000
  kTrimmedFraction,  // .999
};

struct LayoutElement {
  TimeElement kind = TimeElement::kNone;
  std::string_view text;  // as the layout writes it
};

// Removes the text up to the next element, and the element, from `layout`. The element is kNone at the end.
LayoutElement NextElement(std::string_view* layout, std::string_view* text_before);

}  // namespace kval::helm::functions
