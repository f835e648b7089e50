#include "src/support/sha256.h"

#include <mbedtls/sha256.h>

#include <array>

namespace kval {

std::string Sha256Hex(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  // Fails only with a hardware accelerator that this library is not built for.
  mbedtls_sha256_ret(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data(), 0);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const unsigned char byte : digest) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

}  // namespace kval
