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

// What a run may cost at most, with its defaults: one member for each line of limit.def. Plain data: whoever
// reads or evaluates takes what concerns it. The native stack has no number here: it is what the system
// gives (native_stack.h).
struct Limits {
  static constexpr uint64_t kNoMost = std::numeric_limits<uint64_t>::max();
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

// Sets the limit of `name=value` (`depth=200`, `file-size=64MiB`, `time=90s`; sizes take KiB, MiB and GiB,
// times s, m and h). What is wrong with the text otherwise: then nothing is set.
std::optional<std::string> SetLimit(Limits& limits, std::string_view assignment);
// The same for a name and a value that stand apart.
std::optional<std::string> SetLimit(Limits& limits, std::string_view name, std::string_view value);

// "32 MiB", "1,000,000", "90 s".
std::string LimitText(uint64_t value, LimitUnit unit);
// The limits as a table in Markdown: what the documentation holds.
std::string LimitTable();

}  // namespace kval
