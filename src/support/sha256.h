#pragma once

#include <string>
#include <string_view>

namespace kval {

// Returns the SHA-256 of the bytes in lower-case hexadecimal digits.
std::string Sha256Hex(std::string_view bytes);

}  // namespace kval
