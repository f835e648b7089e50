#pragma once

#include <array>
#include <string_view>

namespace kval::source {

using ByteSet = std::array<bool, 256>;  // by byte

// Returns the set of bytes that occur in a text. One pass, vectorized where the processor supports it.
ByteSet GetByteSet(std::string_view text);

}  // namespace kval::source
