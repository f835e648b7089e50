#include "src/yaml/base64.h"

#include <cstdint>

namespace kval::yaml {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int DigitOf(char c) {
  const size_t at = kDigits.find(c);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

}  // namespace

bool DecodeBase64(std::string_view text, std::string* out) {
  uint32_t bits = 0;
  size_t digits = 0;
  size_t padding = 0;
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      continue;
    }
    if (c == '=') {
      ++padding;
      continue;
    }
    const int digit = DigitOf(c);
    if (digit < 0 || padding > 0) {
      return false;
    }
    bits = (bits << 6) | static_cast<uint32_t>(digit);
    if (++digits % 4 != 1) {
      const size_t shift = 6 - 2 * ((digits - 1) % 4);
      out->push_back(static_cast<char>((bits >> shift) & 0xFF));
    }
  }
  return (digits + padding) % 4 == 0 && padding <= 2 && digits % 4 != 1;
}

std::string EncodeBase64(std::string_view bytes) {
  std::string out;
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const size_t size = bytes.size() - at < 3 ? bytes.size() - at : 3;
    uint32_t bits = 0;
    for (size_t i = 0; i < 3; ++i) {
      bits = (bits << 8) | (i < size ? static_cast<uint8_t>(bytes[at + i]) : 0U);
    }
    for (size_t i = 0; i < 4; ++i) {
      out += i <= size ? kDigits[(bits >> (18 - 6 * i)) & 0x3F] : '=';
    }
  }
  return out;
}

}  // namespace kval::yaml
