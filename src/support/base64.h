#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kval {

// Variants of base64 (RFC 4648). The default is section 4 as Go reads it, which Kubernetes and Helm use.
struct Base64 {
  enum class Padding : uint8_t { kRequired, kOptional, kNone };

  bool is_url = false;  // the digits of section 5
  Padding padding = Padding::kRequired;
  bool ignores_spaces = false;  // ignore spaces too, not only line breaks
  bool is_strict = false;       // the unused bits of the last digit must be zero
};

std::string EncodeBase64(std::string_view bytes, Base64 spelling = {});

// Appends the decoded bytes of `text` to `out`. Returns the offset of an error, after which `out` has no
// meaning.
std::optional<size_t> DecodeBase64(std::string_view text, std::string& out, Base64 spelling = {});

}  // namespace kval
