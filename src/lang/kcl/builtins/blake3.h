#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace kval::kcl::builtins {

// Returns the unkeyed 32-byte BLAKE3 hash (https://github.com/BLAKE3-team/BLAKE3-specs). Portable and not
// optimized: for the short strings of a configuration.
std::array<uint8_t, 32> Blake3(std::string_view bytes);

}  // namespace kval::kcl::builtins
