#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/lang/cel/value.h"

namespace kval::cel {

// Go's time.Parse(time.RFC3339, …): RFC 3339 with any number of fractional digits.
std::optional<Timestamp> ParseTimestamp(std::string_view text);
// Formats a time with its nanoseconds, in its original zone.
std::string TimestampText(Timestamp time);

// From 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
bool IsInRange(int64_t seconds);

// Go's time.ParseDuration: returns nanoseconds; nullopt for an invalid duration or one beyond int64.
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

// Returns the offset in seconds of a zone such as `02:00` or `-08:30`; nullopt for other strings.
std::optional<int32_t> ParseZoneOffset(std::string_view text);

}  // namespace kval::cel
