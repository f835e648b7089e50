#pragma once

#include <string>
#include <string_view>

#include "src/support/result.h"

namespace kval::kcl::builtins {

// The bytes of a text in an encoding that is called by one of its names in WHATWG's Encoding Standard. UTF-16
// is UTF-8, ASCII and Latin-1 are windows-1252, as there. Fails for names that nobody has, for characters
// that the encoding lacks, and for characters beyond ASCII in all others than these two. Source: kcl
// crates/runtime/src/encoding.rs, which asks encoding_rs.
Result<std::string> EncodedText(std::string_view text, std::string_view encoding);

}  // namespace kval::kcl::builtins
