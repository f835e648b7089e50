#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kval::kcl::builtins {

// Dates and times as text.

// A moment with its place on the clock: seconds since 1970 in UTC, nanoseconds, and the offset in minutes.
struct Moment {
  int64_t seconds = 0;
  int32_t nanoseconds = 0;
  int32_t offset_minutes = 0;
};

// Parses RFC 3339; also accepts a space or `t` instead of `T`.
std::optional<Moment> ParseRfc3339(std::string_view text);
// With `+00:00` for UTC, and fractions in groups of three digits.
std::string Rfc3339Text(const Moment& moment);
// A duration (`P1Y2M10DT2H30M`) or a date and time of ISO 8601.
bool IsIso8601(std::string_view text);

}  // namespace kval::kcl::builtins
