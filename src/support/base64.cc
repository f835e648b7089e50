#include "src/support/base64.h"

namespace kval {
namespace {

constexpr std::string_view kStandard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kUrl = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string_view DigitsOf(Base64 spelling) {
  return spelling.is_url ? kUrl : kStandard;
}

bool IsIgnored(char c, Base64 spelling) {
  return c == '\n' || c == '\r' || (spelling.ignores_spaces && (c == ' ' || c == '\t'));
}

// Returns the offset of the error after the last digit; `left` digits belong to no group of four.
std::optional<size_t> PaddingError(std::string_view text, size_t at, size_t left, Base64 spelling) {
  size_t padding = 0;
  for (; at < text.size(); ++at) {
    if (IsIgnored(text[at], spelling)) {
      continue;
    }
    if (text[at] != '=' || spelling.padding == Base64::Padding::kNone || left < 2 || ++padding > 4 - left) {
      return at;
    }
  }
  const bool may_be_incomplete = spelling.padding == Base64::Padding::kNone ||
                                 (spelling.padding == Base64::Padding::kOptional && padding == 0);
  if (left == 1 || (left != 0 && padding != 4 - left && !may_be_incomplete)) {
    return text.size();
  }
  return std::nullopt;
}

}  // namespace

std::string EncodeBase64(std::string_view bytes, Base64 spelling) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t taken = bytes.size() - i < 3 ? bytes.size() - i : 3;
    uint32_t bits = 0;
    for (size_t j = 0; j < 3; ++j) {
      bits = bits << 8U | (j < taken ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (size_t digit = 0; digit < 4; ++digit) {
      if (digit <= taken) {
        out += DigitsOf(spelling)[bits >> (18U - 6U * digit) & 63U];
      } else if (spelling.padding != Base64::Padding::kNone) {
        out += '=';
      }
    }
  }
  return out;
}

std::optional<size_t> DecodeBase64(std::string_view text, std::string& out, Base64 spelling) {
  uint32_t bits = 0;
  size_t digits = 0;
  size_t i = 0;
  for (; i < text.size(); ++i) {
    const size_t value = DigitsOf(spelling).find(text[i]);
    if (value != std::string_view::npos) {
      bits = bits << 6U | static_cast<uint32_t>(value);
      if (++digits % 4 == 0) {
        out += static_cast<char>(bits >> 16U & 255U);
        out += static_cast<char>(bits >> 8U & 255U);
        out += static_cast<char>(bits & 255U);
      }
    } else if (!IsIgnored(text[i], spelling)) {
      break;
    }
  }
  const size_t left = digits % 4;
  if (const std::optional<size_t> error = PaddingError(text, i, left, spelling)) {
    return error;
  }
  if (left == 0) {
    return std::nullopt;
  }
  const uint32_t unused = left == 2 ? 15U : 3U;
  if (spelling.is_strict && (bits & unused) != 0) {
    return i - 1;
  }
  out += static_cast<char>((left == 2 ? bits >> 4U : bits >> 10U) & 255U);
  if (left == 3) {
    out += static_cast<char>(bits >> 2U & 255U);
  }
  return std::nullopt;
}

}  // namespace kval
