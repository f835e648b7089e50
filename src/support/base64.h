#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kval {

// What the spellings of base64 (RFC 4648) differ in. As it stands: section 4 as Go reads it, which is what
// Kubernetes and Helm do.
struct Base64 {
  enum class Padding : uint8_t { kRequired, kOptional, kNone };

  bool is_url = false;  // the digits of section 5
  Padding padding = Padding::kRequired;
  bool ignores_blanks = false;  // blanks too, not line breaks alone
  bool is_strict = false;       // the unused bits of the last digit must be zero
};

std::string EncodeBase64(std::string_view bytes, Base64 spelling = {});

// Appends what `text` stands for. The offset of what is wrong with it: then what was appended means nothing.
std::optional<size_t> DecodeBase64(std::string_view text, std::string& out, Base64 spelling = {});

}  // namespace kval
