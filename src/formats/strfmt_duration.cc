#include "src/formats/scan.h"

#include <algorithm>
#include "src/formats/validators.h"
#include "src/support/ascii_text.h"

// kube-openapi's durations, which take Scala's as well as Go's.
namespace kval::formats {
namespace {

// A unit's names; any word that begins with the last of them is one too: `3 weeks`.
bool IsScalaUnit(std::string_view word) {
  constexpr std::string_view kShort[] = {"ns", "us", "µs", "ms", "s", "m", "h", "hr", "d", "w", "wk"};
  constexpr std::string_view kLong[] = {"nano", "micro", "milli", "sec", "min", "hour", "day", "week"};
  const std::string lower = LowerCased(word);
  for (const std::string_view name : kShort) {
    if (lower == name) {
      return true;
    }
  }
  return std::ranges::any_of(kLong, [&](const std::string_view name) { return lower.starts_with(name); });
}

// The letters of a unit at `at`, `µ` among them.
std::string_view WordAt(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && (IsLetter(text[end]) || text.substr(end).starts_with("µ"))) {
    end += IsLetter(text[end]) ? 1 : std::string_view("µ").size();
  }
  return text.substr(at, end - at);
}

}  // namespace

// kube-openapi, pkg/validation/strfmt/duration.go: Go's, or any text that holds a number and a unit
// somewhere; a number before letters may not be beyond 64 bits.
bool IsStrfmtDuration(std::string_view text, std::string* why) {
  if (IsDuration(text, why)) {
    return true;
  }
  bool has_unit = false;
  for (size_t at = 0; at < text.size();) {
    if (!IsDigit(text[at])) {
      ++at;
      continue;
    }
    const size_t begin = at;
    while (at < text.size() && IsDigit(text[at])) {
      ++at;
    }
    size_t word_at = at;
    while (word_at < text.size() && IsIn(text[word_at], " \t\n\f\r")) {
      ++word_at;
    }
    const std::string_view word = WordAt(text, word_at);
    if (word.empty()) {
      continue;
    }
    std::string ignored;
    if (!IsInt64(text.substr(begin, at - begin), &ignored)) {
      return Fail(why, "the number " + Quoted(text.substr(begin, at - begin)) + " does not fit in 64 bits");
    }
    has_unit = has_unit || IsScalaUnit(word);
    at = word_at + word.size();
  }
  if (has_unit) {
    why->clear();
  }
  return has_unit;
}

}  // namespace kval::formats
