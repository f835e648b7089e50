#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// Parses numbers in tar archives like Go's archive/tar (strconv.go). Each function returns nullopt where Go
// reports an error.
namespace kval::helm {

// An octal field of a header: surrounding spaces and NULs are ignored, an empty field is 0.
std::optional<int64_t> OctalField(std::string_view field);

// A numeric field of a header: octal, or two's complement in big-endian order if its first bit is set (GNU).
std::optional<int64_t> NumericField(std::string_view field);

// A decimal integer with an optional sign, as strconv.ParseInt reads it.
std::optional<int64_t> DecimalInteger(std::string_view text);

// Whether text is a time of a PAX record: seconds with an optional fraction.
bool IsPaxTime(std::string_view text);

}  // namespace kval::helm
