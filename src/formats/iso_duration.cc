#include <algorithm>

#include "src/formats/scan.h"
#include "src/formats/validators.h"

// RFC 3339, appendix A, exactly: integers only, weeks alone, and no unit left out between two others (`P1Y2D`
// and `PT1H2S` are none). The letters are upper-case, as in ISO 8601, section 4.4.3.2.
namespace kval::formats {
namespace {

// Numbers with their designators, which follow one another in `designators` without a gap; ends at `T`.
bool TakeUnits(std::string_view& rest, std::string_view designators, size_t* count, std::string* why) {
  size_t last = std::string_view::npos;
  while (!rest.empty() && rest.front() != 'T') {
    size_t digits = 0;
    while (digits < rest.size() && IsDigit(rest[digits])) {
      ++digits;
    }
    if (digits == 0) {
      return Fail(why, "expected a number, found " + Character(rest, 0));
    }
    if (digits == rest.size()) {
      return Fail(why, "the unit is missing after " + Quoted(rest));
    }
    const size_t at = designators.find(rest[digits]);
    if (at == std::string_view::npos || (last != std::string_view::npos && at <= last)) {
      return Fail(why, "unit " + Character(rest, digits) + " is not allowed here");
    }
    if (last != std::string_view::npos && at != last + 1) {
      return Fail(why, std::string("unit `") + designators[last + 1] + "` is missing between `" +
                           designators[last] + "` and `" + designators[at] + "`");
    }
    last = at;
    ++*count;
    rest.remove_prefix(digits + 1);
  }
  return true;
}

bool IsWeeks(std::string_view rest, std::string* why) {
  const size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits == 0) {
    return Fail(why, "expected a number, found " + Character(rest, 0));
  }
  return rest.substr(digits) == "W" || Fail(why, "weeks cannot be combined with other units");
}

}  // namespace

bool IsIsoDuration(std::string_view text, std::string* why) {
  if (!text.starts_with('P')) {
    return Fail(why, "expected `P` at the start, found " + Character(text, 0));
  }
  std::string_view rest = text.substr(1);
  if (rest.find('W') != std::string_view::npos) {
    return IsWeeks(rest, why);
  }
  size_t count = 0;
  if (!TakeUnits(rest, "YMD", &count, why)) {
    return false;
  }
  if (rest.empty()) {
    return count > 0 || Fail(why, "the duration has no parts");
  }
  rest.remove_prefix(1);
  size_t time_count = 0;
  if (!TakeUnits(rest, "HMS", &time_count, why)) {
    return false;
  }
  return (time_count > 0 && rest.empty()) || Fail(why, "expected hours, minutes or seconds after `T`");
}

}  // namespace kval::formats
