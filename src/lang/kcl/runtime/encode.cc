#include "src/lang/kcl/runtime/encode.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace kval::kcl::runtime {
namespace {

std::string FloatText(double real, bool plus_in_exponent) {
  char buffer[64];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), real, std::chars_format::scientific);
  std::string_view text(buffer, static_cast<size_t>(end - buffer));
  size_t mark = text.find('e');
  std::string digits;
  for (char c : text.substr(0, mark)) {
    if (c >= '0' && c <= '9') {
      digits += c;
    }
  }
  int exponent = 0;
  std::string_view tail = text.substr(mark + 1);
  if (!tail.empty() && tail[0] == '+') {
    tail.remove_prefix(1);
  }
  std::from_chars(tail.data(), tail.data() + tail.size(), exponent);
  std::string out = std::signbit(real) ? "-" : "";
  int count = static_cast<int>(digits.size());
  if (exponent >= 0 && exponent < 16) {
    if (count <= exponent + 1) {
      return out + digits + std::string(static_cast<size_t>(exponent + 1 - count), '0') + ".0";
    }
    return out + digits.substr(0, static_cast<size_t>(exponent + 1)) + "." +
           digits.substr(static_cast<size_t>(exponent + 1));
  }
  if (exponent < 0 && exponent >= -5) {
    return out + "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  }
  out += digits[0];
  if (count > 1) {
    out += "." + digits.substr(1);
  }
  return out + (plus_in_exponent && exponent > 0 ? "e+" : "e") + std::to_string(exponent);
}

}  // namespace

std::string NumberText(const Value& number, bool plus_in_exponent) {
  if (number.is(Kind::kInt)) {
    return std::to_string(number.integer);
  }
  const double real = AsFloat(number);
  return std::isfinite(real) ? FloatText(real, plus_in_exponent) : "null";
}

std::vector<const Entry*> VisibleEntries(const Dict& dict, const EncodeOptions& options) {
  std::vector<const Entry*> shown;
  shown.reserve(dict.entries.size());
  for (const Entry& entry : dict.entries) {
    if (IsEncoded(entry, options)) {
      shown.push_back(&entry);
    }
  }
  if (options.sort_keys) {
    std::stable_sort(shown.begin(), shown.end(),
                     [](const Entry* a, const Entry* b) { return a->key < b->key; });
  }
  return shown;
}

std::vector<const Value*> VisibleItems(const List& list, const EncodeOptions& options) {
  std::vector<const Value*> shown;
  shown.reserve(list.items.size());
  for (const Value& item : list.items) {
    if (IsEncoded(item, options)) {
      shown.push_back(&item);
    }
  }
  return shown;
}

}  // namespace kval::kcl::runtime
