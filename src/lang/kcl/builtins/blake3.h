#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace kval::kcl::builtins {

// The BLAKE3 hash (https://github.com/BLAKE3-team/BLAKE3-specs), not keyed, 32 bytes. Portable and plain: for
// the short texts of a configuration.
std::array<uint8_t, 32> Blake3(std::string_view bytes);

}  // namespace kval::kcl::builtins
