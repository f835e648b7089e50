#include <array>

#include "src/formats/scan.h"
#include "src/formats/validators.h"

// Go's time.ParseDuration, step by step in its arithmetic: src/time/format.go, leadingInt, leadingFraction
// and ParseDuration. So the limits are Go's to the nanosecond: -2562047h47m16.854775808s is the longest
// negative one.
namespace kval::formats {
namespace {

constexpr uint64_t kMost = uint64_t{1} << 63;

struct Unit {
  std::string_view name;
  uint64_t nanoseconds;
};

constexpr std::array<Unit, 8> kUnits = {
    Unit{"ns", 1},         Unit{"us", 1'000},        Unit{"µs", 1'000},         Unit{"μs", 1'000},
    Unit{"ms", 1'000'000}, Unit{"s", 1'000'000'000}, Unit{"m", 60'000'000'000}, Unit{"h", 3'600'000'000'000}};

const Unit* FindUnit(std::string_view name) {
  for (const Unit& unit : kUnits) {
    if (unit.name == name) {
      return &unit;
    }
  }
  return nullptr;
}

bool TooLong(std::string* why) {
  return Fail(why, "the duration is longer than 2562047h47m16.854775807s");
}

// leadingInt: false when the number is beyond 2^63.
bool TakeWhole(std::string_view& rest, uint64_t* value) {
  while (!rest.empty() && IsDigit(rest.front())) {
    if (*value > kMost / 10) {
      return false;
    }
    *value = *value * 10 + static_cast<uint64_t>(rest.front() - '0');
    if (*value > kMost) {
      return false;
    }
    rest.remove_prefix(1);
  }
  return true;
}

// leadingFraction: digits that no longer fit are dropped.
void TakeFraction(std::string_view& rest, uint64_t* value, double* scale) {
  bool is_full = false;
  for (; !rest.empty() && IsDigit(rest.front()); rest.remove_prefix(1)) {
    if (is_full || *value > (kMost - 1) / 10) {
      is_full = true;
      continue;
    }
    const uint64_t next = *value * 10 + static_cast<uint64_t>(rest.front() - '0');
    if (next > kMost) {
      is_full = true;
      continue;
    }
    *value = next;
    *scale *= 10;
  }
}

const Unit* TakeUnit(std::string_view& rest, std::string_view number, std::string* why) {
  size_t end = 0;
  while (end < rest.size() && rest[end] != '.' && !IsDigit(rest[end])) {
    ++end;
  }
  if (end == 0) {
    Fail(why, "the unit is missing after " + Quoted(number));
    return nullptr;
  }
  const Unit* unit = FindUnit(rest.substr(0, end));
  if (unit == nullptr) {
    Fail(why, "unknown unit " + Quoted(rest.substr(0, end)) + ": expected `ns`, `us`, `ms`, `s`, `m` or `h`");
  }
  rest.remove_prefix(end);
  return unit;
}

// A number with a unit at the start of `rest`; adds it to `total`.
bool TakePart(std::string_view& rest, uint64_t* total, std::string* why) {
  const std::string_view start = rest;
  uint64_t value = 0;
  uint64_t fraction = 0;
  double scale = 1;
  if (!TakeWhole(rest, &value)) {
    return TooLong(why);
  }
  bool has_digits = rest.size() < start.size();
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    const size_t before = rest.size();
    TakeFraction(rest, &fraction, &scale);
    has_digits = has_digits || rest.size() < before;
  }
  if (!has_digits) {
    return Fail(why, "expected a number, found " + Character(start, 0));
  }
  const Unit* unit = TakeUnit(rest, start.substr(0, start.size() - rest.size()), why);
  if (unit == nullptr) {
    return false;
  }
  if (value > kMost / unit->nanoseconds) {
    return TooLong(why);
  }
  value *= unit->nanoseconds;
  if (fraction > 0) {
    value += static_cast<uint64_t>(static_cast<double>(fraction) *
                                   (static_cast<double>(unit->nanoseconds) / scale));
    if (value > kMost) {
      return TooLong(why);
    }
  }
  *total += value;
  return *total <= kMost || TooLong(why);
}

}  // namespace

bool IsDuration(std::string_view text, std::string* why) {
  std::string_view rest = text;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) {
    rest.remove_prefix(1);
  }
  if (rest.empty()) {
    return Fail(why, text.empty() ? "the string is empty" : "there is only a sign");
  }
  if (rest == "0") {
    return true;
  }
  uint64_t total = 0;
  while (!rest.empty()) {
    if (!TakePart(rest, &total, why)) {
      return false;
    }
  }
  return negative || total < kMost || TooLong(why);
}

}  // namespace kval::formats
