#include <algorithm>

#include "src/formats/scan.h"
#include "src/formats/validators.h"

// Semantic Versioning 2.0.0.
namespace kval::formats {
namespace {

bool IsNumber(std::string_view number, std::string_view name, std::string* why) {
  if (number.empty()) {
    return Fail(why, "the " + std::string(name) + " version is missing");
  }
  for (size_t i = 0; i < number.size(); ++i) {
    if (!IsDigit(number[i])) {
      return Fail(why, Character(number, i) + " in the " + std::string(name) + " version is not a digit");
    }
  }
  return number.size() == 1 || number.front() != '0' ||
         Fail(why, "the " + std::string(name) + " version has a leading zero");
}

bool AreIdentifiers(std::string_view text, std::string_view name, bool numbers_are_strict, std::string* why) {
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('.', begin), text.size());
    const std::string_view identifier = text.substr(begin, end - begin);
    if (identifier.empty()) {
      return Fail(why, "an identifier of the " + std::string(name) + " is empty");
    }
    for (size_t i = 0; i < identifier.size(); ++i) {
      if (!IsAlnum(identifier[i]) && identifier[i] != '-') {
        return Fail(why, Character(identifier, i) + " is not allowed in the " + std::string(name));
      }
    }
    if (numbers_are_strict && identifier.size() > 1 && identifier.front() == '0' && AllDigits(identifier)) {
      return Fail(why,
                  "number " + Quoted(identifier) + " in the " + std::string(name) + " has a leading zero");
    }
    begin = end + 1;
  }
  return true;
}

}  // namespace

bool IsSemver(std::string_view text, std::string* why) {
  if (text.empty()) {
    return Fail(why, "the string is empty");
  }
  if (text.front() == 'v' || text.front() == 'V') {
    return Fail(why, "a version does not start with `v`");
  }
  const size_t plus = text.find('+');
  if (plus != std::string_view::npos &&
      !AreIdentifiers(text.substr(plus + 1), "build metadata", false, why)) {
    return false;
  }
  text = text.substr(0, plus);
  const size_t dash = text.find('-');
  if (dash != std::string_view::npos && !AreIdentifiers(text.substr(dash + 1), "pre-release", true, why)) {
    return false;
  }
  text = text.substr(0, dash);
  const size_t first = text.find('.');
  const size_t second = first == std::string_view::npos ? first : text.find('.', first + 1);
  if (second == std::string_view::npos) {
    return Fail(why,
                std::string(first == std::string_view::npos ? "the minor version" : "the patch version") +
                    " is missing");
  }
  return IsNumber(text.substr(0, first), "major", why) &&
         IsNumber(text.substr(first + 1, second - first - 1), "minor", why) &&
         IsNumber(text.substr(second + 1), "patch", why);
}

}  // namespace kval::formats
