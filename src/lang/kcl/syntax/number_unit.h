#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// The suffixes of integers: `1Mi`. The one table of them.
namespace kval::kcl {

enum class NumberUnit : uint8_t { kNone, kn, ku, km, kk, kK, kM, kG, kT, kP, kKi, kMi, kGi, kTi, kPi };

struct NumberUnitEntry {
  std::string_view suffix;
  double factor;
};

// By NumberUnit.
inline constexpr std::array<NumberUnitEntry, 15> kNumberUnits = {{
    {"", 1},
    {"n", 1e-09},
    {"u", 1e-06},
    {"m", 1e-03},
    {"k", 1e3},
    {"K", 1e3},
    {"M", 1e6},
    {"G", 1e9},
    {"T", 1e12},
    {"P", 1e15},
    {"Ki", 1024.0},
    {"Mi", 1024.0 * 1024},
    {"Gi", 1024.0 * 1024 * 1024},
    {"Ti", 1024.0 * 1024 * 1024 * 1024},
    {"Pi", 1024.0 * 1024 * 1024 * 1024 * 1024},
}};

constexpr const NumberUnitEntry& EntryOf(NumberUnit unit) {
  return kNumberUnits[static_cast<size_t>(unit)];
}

// Returns kNone for an unknown suffix.
constexpr NumberUnit UnitOfSuffix(std::string_view suffix) {
  for (size_t i = 1; i < kNumberUnits.size(); ++i) {
    if (kNumberUnits[i].suffix == suffix) {
      return static_cast<NumberUnit>(i);
    }
  }
  return NumberUnit::kNone;
}

}  // namespace kval::kcl
