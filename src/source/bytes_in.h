#pragma once

#include <array>
#include <string_view>

namespace kval::source {

using ByteSet = std::array<bool, 256>;  // by byte

// Which bytes stand in a text. One walk over it, on processors that compare many bytes at a time far quicker
// than byte by byte.
ByteSet BytesIn(std::string_view text);

}  // namespace kval::source
