#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/lang/cel/value.h"

namespace kval::cel {

// Go's time.Parse(time.RFC3339, …): RFC 3339 with any number of digits behind the second.
std::optional<Timestamp> ParseTimestamp(std::string_view text);
// With the nanoseconds that there are, in the zone that the time was written in.
std::string TimestampText(Timestamp time);

// From 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
bool IsInRange(int64_t seconds);

// Go's time.ParseDuration: nanoseconds. Nothing when the text is none or beyond int64.
std::optional<int64_t> ParseDuration(std::string_view text);
// `5400s`, `1.5s`.
std::string DurationText(int64_t nanoseconds);

// A time on the calendar.
struct CalendarTime {
  int64_t year;
  int32_t month;        // from 1
  int32_t day;          // from 1
  int32_t day_of_year;  // from 0
  int32_t day_of_week;  // from Sunday, 0
  int32_t hour, minute, second;
};
CalendarTime OnCalendar(int64_t seconds);

// The offset, in seconds, of a zone given as `02:00` or `-08:30`; nothing when the text has not that form.
std::optional<int32_t> ParseZoneOffset(std::string_view text);

}  // namespace kval::cel
