#include "src/helm/tar_number.h"

#include <algorithm>
#include <charconv>

namespace kval::helm {
namespace {

constexpr std::string_view kPadding(" \0", 2);

// All of a text as an unsigned number.
std::optional<uint64_t> Unsigned(std::string_view text, int base) {
  uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number, base);
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<int64_t> OctalField(std::string_view field) {
  const size_t first = field.find_first_not_of(kPadding);
  if (first == std::string_view::npos) {
    return 0;
  }
  field = field.substr(first, field.find_last_not_of(kPadding) + 1 - first);
  const std::optional<uint64_t> number = Unsigned(field.substr(0, field.find('\0')), 8);
  return number ? std::optional(static_cast<int64_t>(*number)) : std::nullopt;
}

std::optional<int64_t> NumericField(std::string_view field) {
  const unsigned first = static_cast<unsigned char>(field[0]);
  if ((first & 0x80U) == 0) {
    return OctalField(field);
  }
  const unsigned inverted = (first & 0x40U) != 0 ? 0xFFU : 0;
  uint64_t number = 0;
  for (size_t i = 0; i < field.size(); ++i) {
    const unsigned byte = (static_cast<unsigned char>(field[i]) ^ inverted) & (i == 0 ? 0x7FU : 0xFFU);
    if (number >> 56U != 0) {
      return std::nullopt;
    }
    number = number << 8U | byte;
  }
  if (number >> 63U != 0) {
    return std::nullopt;
  }
  return static_cast<int64_t>(inverted != 0 ? ~number : number);
}

std::optional<int64_t> DecimalInteger(std::string_view text) {
  int64_t number = 0;
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) {
      return std::nullopt;
    }
  }
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

bool IsPaxTime(std::string_view text) {
  const size_t point = std::min(text.find('.'), text.size());
  const std::string_view fraction = text.substr(std::min(point + 1, text.size()));
  return DecimalInteger(text.substr(0, point)).has_value() &&
         std::all_of(fraction.begin(), fraction.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace kval::helm
