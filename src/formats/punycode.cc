#include "src/formats/punycode.h"

#include <cstdint>
#include <limits>

#include "src/support/ascii.h"

// RFC 3492, section 5 (the parameters) and section 6 (the procedures).
namespace kval::formats {
namespace {

constexpr uint32_t kBase = 36;
constexpr uint32_t kTmin = 1;
constexpr uint32_t kTmax = 26;
constexpr uint32_t kSkew = 38;
constexpr uint32_t kDamp = 700;
constexpr uint32_t kInitialBias = 72;
constexpr uint32_t kInitialN = 128;
constexpr uint32_t kMost = std::numeric_limits<uint32_t>::max();

uint32_t Adapt(uint32_t delta, uint32_t points, bool first) {
  delta = first ? delta / kDamp : delta / 2;
  delta += delta / points;
  uint32_t k = 0;
  for (; delta > (kBase - kTmin) * kTmax / 2; k += kBase) {
    delta /= kBase - kTmin;
  }
  return k + (kBase - kTmin + 1) * delta / (delta + kSkew);
}

uint32_t Threshold(uint32_t k, uint32_t bias) {
  return k <= bias ? kTmin : k >= bias + kTmax ? kTmax : k - bias;
}

// Returns the digit's value, or kBase if it is not a digit.
uint32_t DigitValue(char c) {
  if (IsDigit(c)) {
    return static_cast<uint32_t>(c - '0') + 26;
  }
  if (IsLetter(c)) {
    return static_cast<uint32_t>(IsUpper(c) ? c - 'A' : c - 'a');
  }
  return kBase;
}

char DigitOf(uint32_t value) {
  return static_cast<char>(value < 26 ? 'a' + value : '0' + (value - 26));
}

// A number of variable length at `at`, which is advanced, added to `i`.
bool TakeNumber(std::string_view digits, size_t& at, uint32_t bias, uint32_t& i) {
  uint32_t weight = 1;
  for (uint32_t k = kBase;; k += kBase) {
    const uint32_t digit = at < digits.size() ? DigitValue(digits[at++]) : kBase;
    if (digit == kBase || digit > (kMost - i) / weight) {
      return false;
    }
    i += digit * weight;
    const uint32_t threshold = Threshold(k, bias);
    if (digit < threshold) {
      return true;
    }
    if (weight > kMost / (kBase - threshold)) {
      return false;
    }
    weight *= kBase - threshold;
  }
}

void AppendNumber(std::string& out, uint32_t number, uint32_t bias) {
  for (uint32_t k = kBase;; k += kBase) {
    const uint32_t threshold = Threshold(k, bias);
    if (number < threshold) {
      out += DigitOf(number);
      return;
    }
    out += DigitOf(threshold + (number - threshold) % (kBase - threshold));
    number = (number - threshold) / (kBase - threshold);
  }
}

}  // namespace

std::optional<std::u32string> FromPunycode(std::string_view digits) {
  std::u32string label;
  size_t at = 0;
  if (const size_t dash = digits.rfind('-'); dash != std::string_view::npos) {
    for (const char c : digits.substr(0, dash)) {
      if (static_cast<unsigned char>(c) >= kInitialN) {
        return std::nullopt;
      }
      label += static_cast<char32_t>(c);
    }
    at = dash + 1;
  }
  uint32_t n = kInitialN;
  uint32_t bias = kInitialBias;
  uint32_t i = 0;
  while (at < digits.size()) {
    const uint32_t old = i;
    if (!TakeNumber(digits, at, bias, i)) {
      return std::nullopt;
    }
    const uint32_t points = static_cast<uint32_t>(label.size()) + 1;
    bias = Adapt(i - old, points, old == 0);
    if (i / points > 0x10FFFF - n) {
      return std::nullopt;
    }
    n += i / points;
    i %= points;
    if (n >= 0xD800 && n <= 0xDFFF) {
      return std::nullopt;
    }
    label.insert(label.begin() + i, static_cast<char32_t>(n));
    ++i;
  }
  return label;
}

std::string ToPunycode(std::u32string_view label) {
  std::string out;
  for (const char32_t c : label) {
    if (c < kInitialN) {
      out += static_cast<char>(c);
    }
  }
  const uint32_t basic = static_cast<uint32_t>(out.size());
  if (basic > 0) {
    out += '-';
  }
  uint32_t n = kInitialN;
  uint32_t delta = 0;
  uint32_t bias = kInitialBias;
  for (uint32_t handled = basic; handled < label.size(); ++n, ++delta) {
    char32_t next = 0x10FFFF;
    for (const char32_t c : label) {
      next = c >= n && c < next ? c : next;
    }
    delta += (static_cast<uint32_t>(next) - n) * (handled + 1);
    n = static_cast<uint32_t>(next);
    for (const char32_t c : label) {
      delta += c < n ? 1 : 0;
      if (c == n) {
        AppendNumber(out, delta, bias);
        bias = Adapt(delta, handled + 1, handled == basic);
        delta = 0;
        ++handled;
      }
    }
  }
  return out;
}

}  // namespace kval::formats
