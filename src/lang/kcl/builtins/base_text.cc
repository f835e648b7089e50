#include "src/lang/kcl/builtins/base_text.h"

#include <cstddef>
#include <cstdint>

namespace kval::kcl::builtins {
namespace {

struct Alphabet {
  std::string_view digits;
  unsigned bits;  // of one digit
  size_t block;   // digits of a padded group
  bool folds_case;
};
constexpr Alphabet kBase64{"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 6, 4, false};
constexpr Alphabet kBase32{"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 5, 8, true};

std::string Encode(const Alphabet& alphabet, std::string_view bytes) {
  std::string out;
  uint32_t buffer = 0;
  unsigned held = 0;
  for (char byte : bytes) {
    buffer = (buffer << 8U) | static_cast<uint8_t>(byte);
    held += 8;
    while (held >= alphabet.bits) {
      held -= alphabet.bits;
      out += alphabet.digits[(buffer >> held) & ((1U << alphabet.bits) - 1)];
    }
    buffer &= (1U << held) - 1;
  }
  if (held > 0) {
    out += alphabet.digits[(buffer << (alphabet.bits - held)) & ((1U << alphabet.bits) - 1)];
  }
  while (out.size() % alphabet.block != 0) {
    out += '=';
  }
  return out;
}

std::optional<std::string> Decode(const Alphabet& alphabet, std::string_view text) {
  size_t padding = 0;
  while (!text.empty() && text.back() == '=') {
    text.remove_suffix(1);
    ++padding;
  }
  if (padding >= alphabet.block) {
    return std::nullopt;
  }
  std::string out;
  uint32_t buffer = 0;
  unsigned held = 0;
  for (char c : text) {
    char digit = alphabet.folds_case && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    size_t value = alphabet.digits.find(digit);
    if (value == std::string_view::npos) {
      return std::nullopt;
    }
    buffer = (buffer << alphabet.bits) | static_cast<uint32_t>(value);
    held += alphabet.bits;
    if (held >= 8) {
      held -= 8;
      out += static_cast<char>((buffer >> held) & 0xffU);
    }
    buffer &= (1U << held) - 1;
  }
  // The bits left over from the last digit must be fewer than a digit has, and zero.
  return held >= alphabet.bits || buffer != 0 ? std::nullopt : std::optional<std::string>(out);
}

}  // namespace

std::string EncodeBase64(std::string_view bytes) {
  return Encode(kBase64, bytes);
}
std::optional<std::string> DecodeBase64(std::string_view text) {
  return Decode(kBase64, text);
}
std::string EncodeBase32(std::string_view bytes) {
  return Encode(kBase32, bytes);
}
std::optional<std::string> DecodeBase32(std::string_view text) {
  return Decode(kBase32, text);
}

}  // namespace kval::kcl::builtins
