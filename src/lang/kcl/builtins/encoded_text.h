#pragma once

#include <string>
#include <string_view>

#include "src/support/result.h"

namespace kval::kcl::builtins {

// Returns the bytes of a string in an encoding, which has one of its names in WHATWG's Encoding Standard. As
// there, UTF-16 is UTF-8, and ASCII and Latin-1 are windows-1252. Errors: unknown names, characters that the
// encoding lacks, and non-ASCII characters in all encodings except UTF-8 and windows-1252. Source: kcl
// crates/runtime/src/encoding.rs, which uses encoding_rs.
Result<std::string> EncodedText(std::string_view text, std::string_view encoding);

}  // namespace kval::kcl::builtins
