#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/support/result.h"

namespace kval::kcl::builtins {

enum class Align : uint8_t { kLeft, kRight, kAfterSign, kCenter };

// The part of a replacement field after the colon: Python's format specification mini-language,
// `[[fill]align][sign][#][0][width][grouping][.precision][type]`. Parsed once, applied to one value.
struct FormatSpec {
  std::string fill = " ";  // one code point
  std::optional<Align> align;
  char sign = '-';
  bool has_sign = false;
  bool alternate = false;
  size_t width = 0;
  char grouping = 0;  // `,` or `_`
  std::optional<size_t> precision;
  char type = 0;
};

// The maximum width and precision, so that a short program cannot create a huge string.
inline constexpr size_t kMaxFormatWidth = 100'000;
inline constexpr size_t kMaxFormatPrecision = 1'000;

// Parses a format specification such as `>8.2f`.
Result<FormatSpec> ParseFormatSpec(std::string_view text);
// Format a value. Errors: the specification does not apply to the type.
Result<std::string> FormatInt(const FormatSpec& spec, int64_t number);
Result<std::string> FormatFloat(const FormatSpec& spec, double number);
Result<std::string> FormatText(const FormatSpec& spec, std::string_view text);

}  // namespace kval::kcl::builtins
