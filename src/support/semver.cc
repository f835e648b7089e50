#include "src/support/semver.h"

#include <algorithm>

#include "src/support/ascii.h"
#include "src/support/take_part.h"

namespace kval {
namespace {

bool IsNumber(std::string_view part) {
  return std::all_of(part.begin(), part.end(), IsDigit);
}

// Numbers have no leading zeros, so the longer one is larger.
int CompareNumbers(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) {
    return a.size() < b.size() ? -1 : 1;
  }
  return a.compare(b);
}

int CompareIdentifiers(std::string_view a, std::string_view b) {
  const bool a_is_number = IsNumber(a);
  const bool b_is_number = IsNumber(b);
  if (a_is_number && b_is_number) {
    return CompareNumbers(a, b);
  }
  if (a_is_number != b_is_number) {
    return a_is_number ? -1 : 1;
  }
  return a.compare(b);
}

struct Parts {
  std::string_view release;
  std::string_view pre_release;  // empty: none
};

Parts Split(std::string_view version) {
  version = version.substr(0, version.find('+'));
  const size_t dash = version.find('-');
  if (dash == std::string_view::npos) {
    return {version, {}};
  }
  return {version.substr(0, dash), version.substr(dash + 1)};
}

}  // namespace

int CompareSemver(std::string_view a, std::string_view b) {
  Parts left = Split(a);
  Parts right = Split(b);
  while (!left.release.empty() || !right.release.empty()) {
    if (const int order = CompareNumbers(TakePart(left.release, '.'), TakePart(right.release, '.'));
        order != 0) {
      return order;
    }
  }
  return ComparePreReleases(left.pre_release, right.pre_release);
}

int ComparePreReleases(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) {
    return static_cast<int>(a.empty()) - static_cast<int>(b.empty());
  }
  while (!a.empty() && !b.empty()) {
    if (const int order = CompareIdentifiers(TakePart(a, '.'), TakePart(b, '.')); order != 0) {
      return order;
    }
  }
  return static_cast<int>(b.empty()) - static_cast<int>(a.empty());
}

}  // namespace kval
