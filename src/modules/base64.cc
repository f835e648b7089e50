#include <cstdint>
#include <optional>

#include "src/modules/builders.h"
#include "src/modules/documented.h"
#include "src/modules/native.h"

// RFC 4648 with the variants of Go's encoding/base64, whose errors these are.
namespace kval::modules {
namespace {

constexpr std::string_view kStandard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kUrl = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kDoc =
    "Decodable base64: text in base64 (RFC 4648, section 4), for example a3ZhbA==";

struct Variant {
  std::string_view alphabet = kStandard;
  bool is_padded = true;
  bool is_strict = false;  // the unused bits of the last digit must be zero
};

Outcome<Variant> VariantOf(const Call& call) {
  Variant variant;
  Outcome<bool> url = BoolKeyword(call, "url", false);
  Outcome<bool> raw = BoolKeyword(call, "raw", false);
  Outcome<bool> strict = BoolKeyword(call, "strict", false);
  for (Outcome<bool>* flag : {&url, &raw, &strict}) {
    if (!flag->ok()) {
      return flag->Pass();
    }
  }
  variant.alphabet = *url ? kUrl : kStandard;
  variant.is_padded = !*raw;
  variant.is_strict = *strict;
  return variant;
}

std::string Encode(std::string_view text, const Variant& variant) {
  std::string out;
  out.reserve((text.size() + 2) / 3 * 4);
  for (size_t i = 0; i < text.size(); i += 3) {
    const size_t taken = text.size() - i < 3 ? text.size() - i : 3;
    uint32_t bits = 0;
    for (size_t j = 0; j < 3; ++j) {
      bits = bits << 8U | (j < taken ? static_cast<unsigned char>(text[i + j]) : 0U);
    }
    for (size_t digit = 0; digit < 4; ++digit) {
      if (digit <= taken) {
        out += variant.alphabet[bits >> (18U - 6U * digit) & 63U];
      } else if (variant.is_padded) {
        out += '=';
      }
    }
  }
  return out;
}

bool IsBreak(char c) {
  return c == '\n' || c == '\r';
}

// The offset of the fault, or nothing. Line breaks count for nothing anywhere.
std::optional<size_t> Decode(std::string_view text, const Variant& variant, std::string& out) {
  uint32_t bits = 0;
  size_t digits = 0;
  size_t i = 0;
  for (; i < text.size(); ++i) {
    const size_t value = variant.alphabet.find(text[i]);
    if (value != std::string_view::npos) {
      bits = bits << 6U | static_cast<uint32_t>(value);
      if (++digits % 4 == 0) {
        out += static_cast<char>(bits >> 16U & 255U);
        out += static_cast<char>(bits >> 8U & 255U);
        out += static_cast<char>(bits & 255U);
      }
    } else if (!IsBreak(text[i])) {
      break;
    }
  }
  const size_t left = digits % 4;
  size_t padding = 0;
  for (size_t at = i; at < text.size(); ++at) {
    if (IsBreak(text[at])) {
      continue;
    }
    if (text[at] != '=' || !variant.is_padded || left < 2 || ++padding > 4 - left) {
      return at;
    }
  }
  if (left == 1 || (variant.is_padded && left != 0 && padding != 4 - left)) {
    return text.size();
  }
  if (left == 0) {
    return std::nullopt;
  }
  const uint32_t unused = left == 2 ? 15U : 3U;
  if (variant.is_strict && (bits & unused) != 0) {
    return i - 1;
  }
  out += static_cast<char>((left == 2 ? bits >> 4U : bits >> 10U) & 255U);
  if (left == 3) {
    out += static_cast<char>(bits >> 2U & 255U);
  }
  return std::nullopt;
}

Outcome<Value> RunEncode(const Call& call) {
  Outcome<std::string_view> text = OnlyText(call);
  if (!text.ok()) {
    return text.Pass();
  }
  Outcome<Variant> variant = VariantOf(call);
  if (!variant.ok()) {
    return variant.Pass();
  }
  return NewText(call, Encode(*text, *variant));
}

Outcome<Value> RunDecode(const Call& call) {
  Outcome<std::string_view> text = OnlyText(call);
  if (!text.ok()) {
    return text.Pass();
  }
  Outcome<Variant> variant = VariantOf(call);
  if (!variant.ok()) {
    return variant.Pass();
  }
  std::string out;
  if (const std::optional<size_t> fault = Decode(*text, *variant, out)) {
    return Failed("illegal base64 data at input byte " + std::to_string(*fault));
  }
  return NewText(call, std::move(out));
}

bool IsDecodable(starlark::Interpreter& /*interpreter*/, std::string_view text) {
  std::string out;
  return !Decode(text, Variant{}, out).has_value();
}

}  // namespace

starlark::Module* MakeBase64(const Build& build) {
  auto* module = build.heap.New<starlark::Module>("base64");
  Define(build.heap, *module, "encode", RunEncode);
  Define(build.heap, *module, "decode", RunDecode);
  DefinePredicate(build.heap, *module, "decodable", kDoc, IsDecodable);
  return module;
}

}  // namespace kval::modules
