#pragma once

#include <string_view>

namespace kval::value {

// Whether a scalar is one that SOPS encrypted, whatever type it has: `ENC[AES256_GCM,…]`. The YAML reader
// marks it as unreadable.
inline bool IsEncrypted(std::string_view text) {
  return text.starts_with("ENC[AES256_GCM,") && text.ends_with(']');
}

}  // namespace kval::value
