#include <limits>

#include "src/formats/scan.h"
#include "src/formats/validators.h"

namespace kval::formats {
namespace {

// One digit or more and nothing else.
bool HasDigits(std::string_view text, std::string* why) {
  if (text.empty()) {
    return Fail(why, "there are no digits");
  }
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsDigit(text[i])) {
      return Fail(why, Character(text, i) + " is not a digit");
    }
  }
  return true;
}

// An optional sign and digits whose amount is at most `most`, or one more when negative.
bool IsInteger(std::string_view text, uint64_t most, std::string_view bits, std::string* why) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = negative || text.starts_with('+') ? text.substr(1) : text;
  if (!HasDigits(digits, why)) {
    return false;
  }
  const uint64_t limit = most + (negative ? 1 : 0);
  const size_t first = digits.find_first_not_of('0');
  const std::string_view amount = first == std::string_view::npos ? "0" : digits.substr(first);
  if (amount.size() > 19 || Decimal(amount, std::numeric_limits<uint64_t>::max()) > limit) {
    return Fail(why, Quoted(text) + " does not fit in " + std::string(bits) + " bits");
  }
  return true;
}

}  // namespace

bool IsPort(std::string_view text, std::string* why) {
  if (!HasDigits(text, why)) {
    return false;
  }
  if (text.size() > 1 && text.front() == '0') {
    return Fail(why, "there is a leading zero");
  }
  return Decimal(text, 65536) <= 65535 || Fail(why, "port " + Quoted(text) + " is larger than 65535");
}

bool IsPercent(std::string_view text, std::string* why) {
  if (text.empty()) {
    return Fail(why, "the string is empty");
  }
  if (!text.ends_with('%')) {
    return Fail(why, "there is no `%` at the end");
  }
  return HasDigits(text.substr(0, text.size() - 1), why);
}

// Kubernetes, apimachinery/pkg/util/intstr/intstr.go, GetScaledValueFromIntOrPercent.
bool IsIntOrPercent(std::string_view text, std::string* why) {
  return text.ends_with('%') ? IsPercent(text, why) : IsInt32(text, why);
}

// Kubernetes, apimachinery/pkg/util/intstr/intstr.go, IntOrString: a 32-bit integer or any string. Text that
// parses as an integer is checked as one, because a check receives strings only.
bool IsIntOrString(std::string_view text, std::string* why) {
  const bool has_sign = text.starts_with('-') || text.starts_with('+');
  return !AllDigits(has_sign ? text.substr(1) : text) || IsInt32(text, why);
}

bool IsInt32(std::string_view text, std::string* why) {
  return IsInteger(text, std::numeric_limits<int32_t>::max(), "32", why);
}

bool IsInt64(std::string_view text, std::string* why) {
  return IsInteger(text, std::numeric_limits<int64_t>::max(), "64", why);
}

}  // namespace kval::formats
