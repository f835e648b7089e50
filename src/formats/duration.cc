#include <array>
#include <limits>

#include "src/formats/checks.h"
#include "src/formats/scan.h"

namespace kval::formats {
namespace {

struct Unit {
  std::string_view name;
  double nanoseconds;
};

constexpr std::array<Unit, 8> kUnits = {Unit{"ns", 1},   Unit{"us", 1e3}, Unit{"µs", 1e3}, Unit{"μs", 1e3},
                                        Unit{"ms", 1e6}, Unit{"s", 1e9},  Unit{"m", 60e9}, Unit{"h", 3600e9}};

const Unit* FindUnit(std::string_view name) {
  for (const Unit& unit : kUnits) {
    if (unit.name == name) {
      return &unit;
    }
  }
  return nullptr;
}

size_t CountDigits(std::string_view text, size_t from) {
  size_t end = from;
  while (end < text.size() && IsDigit(text[end])) {
    ++end;
  }
  return end - from;
}

// A number with a unit at the start of `rest`; adds it to `total`.
bool TakePart(std::string_view& rest, double* total, std::string* why) {
  const size_t whole = CountDigits(rest, 0);
  size_t end = whole;
  double value = 0;
  for (const char c : rest.substr(0, whole)) {
    value = value * 10 + (c - '0');
  }
  size_t fraction = 0;
  if (end < rest.size() && rest[end] == '.') {
    fraction = CountDigits(rest, end + 1);
    double scale = 0.1;
    for (const char c : rest.substr(end + 1, fraction)) {
      value += scale * (c - '0');
      scale /= 10;
    }
    end += 1 + fraction;
  }
  if (whole + fraction == 0) {
    return Fail(why, "expected a number, found " + Character(rest, 0));
  }
  const std::string_view number = rest.substr(0, end);
  rest.remove_prefix(end);
  size_t unit_end = 0;
  while (unit_end < rest.size() && rest[unit_end] != '.' && !IsDigit(rest[unit_end])) {
    ++unit_end;
  }
  if (unit_end == 0) {
    return Fail(why, "the unit is missing after " + Quoted(number));
  }
  const Unit* unit = FindUnit(rest.substr(0, unit_end));
  if (unit == nullptr) {
    return Fail(why, "unknown unit " + Quoted(rest.substr(0, unit_end)) +
                         ": expected `ns`, `us`, `ms`, `s`, `m` or `h`");
  }
  *total += value * unit->nanoseconds;
  rest.remove_prefix(unit_end);
  return true;
}

}  // namespace

// Go's time.ParseDuration.
bool IsDuration(std::string_view text, std::string* why) {
  std::string_view rest = text;
  if (!rest.empty() && (rest.front() == '-' || rest.front() == '+')) {
    rest.remove_prefix(1);
  }
  if (rest.empty()) {
    return Fail(why, text.empty() ? "the text is empty" : "there is only a sign");
  }
  if (rest == "0") {
    return true;
  }
  double total = 0;
  while (!rest.empty()) {
    if (!TakePart(rest, &total, why)) {
      return false;
    }
  }
  if (total >= 9223372036854775808.0) {
    return Fail(why, "the duration is longer than 2562047h47m16.854775807s");
  }
  return true;
}

namespace {

// The designators of one half of the duration, in their only order; each part is digits and a designator.
bool TakeIsoParts(std::string_view& rest, std::string_view designators, size_t* count, std::string* why) {
  size_t next = 0;
  while (!rest.empty() && rest.front() != 'T') {
    const size_t digits = CountDigits(rest, 0);
    if (digits == 0) {
      return Fail(why, "expected a number, found " + Character(rest, 0));
    }
    if (digits == rest.size()) {
      return Fail(why, "the unit is missing after " + Quoted(rest));
    }
    const size_t at = designators.find(rest[digits], next);
    if (at == std::string_view::npos) {
      return Fail(why, "unit " + Character(rest, digits) + " cannot stand here");
    }
    next = at + 1;
    ++*count;
    rest.remove_prefix(digits + 1);
  }
  return true;
}

}  // namespace

bool IsIsoDuration(std::string_view text, std::string* why) {
  if (text.empty() || text.front() != 'P') {
    return Fail(why, "expected `P` at the start, found " + Character(text, 0));
  }
  std::string_view rest = text.substr(1);
  size_t count = 0;
  if (rest.find('W') != std::string_view::npos) {
    if (!TakeIsoParts(rest, "W", &count, why)) {
      return false;
    }
    return rest.empty() || Fail(why, "weeks cannot be combined with other units");
  }
  if (!TakeIsoParts(rest, "YMD", &count, why)) {
    return false;
  }
  if (!rest.empty()) {
    rest.remove_prefix(1);
    size_t time_count = 0;
    if (!TakeIsoParts(rest, "HMS", &time_count, why)) {
      return false;
    }
    if (time_count == 0 || !rest.empty()) {
      return Fail(why, "expected hours, minutes or seconds after `T`");
    }
    count += time_count;
  }
  return count > 0 || Fail(why, "the duration has no parts");
}

}  // namespace kval::formats
