#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kval {

inline constexpr uint64_t kKibibyte = uint64_t{1} << 10;
inline constexpr uint64_t kMebibyte = uint64_t{1} << 20;
inline constexpr uint64_t kGibibyte = uint64_t{1} << 30;

// The limits of a run with their defaults: one member per line of limit.def. Plain data. The native stack has
// no entry; the system sets it (native_stack.h).
struct Limits {
  static constexpr uint64_t kNoMaximum = std::numeric_limits<uint64_t>::max();
#define KVAL_LIMIT(field, name, standard, most, unit, rule, bounds) uint64_t field = standard;
#include "src/support/limit.def"
#undef KVAL_LIMIT
};

enum class LimitUnit : uint8_t { kNumber, kBytes, kSeconds };

struct LimitEntry {
  std::string_view name;
  uint64_t Limits::*field;
  uint64_t standard;
  uint64_t most;
  LimitUnit unit;
  uint16_t rule;  // its number: KV022 is 22
  std::string_view bounds;
};

// All limits, in the order of limit.def.
std::span<const LimitEntry> AllLimits();
const LimitEntry* FindLimit(std::string_view name);

// Sets a limit from `name=value` (`depth=200`, `file-size=64MiB`, `time=90s`). Returns an error message and
// changes nothing if the assignment is invalid.
std::optional<std::string> SetLimit(Limits& limits, std::string_view assignment);
// The same for a separate name and value.
std::optional<std::string> SetLimit(Limits& limits, std::string_view name, std::string_view value);

// "32 MiB", "1,000,000", "90 s".
std::string LimitText(uint64_t value, LimitUnit unit);
// Returns the limits as a Markdown table, which the documentation contains.
std::string LimitTable();

}  // namespace kval
