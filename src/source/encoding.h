#pragma once

#include <string>

namespace kval::source {

// Converts a file's bytes to UTF-8. UTF-16 and UTF-32 are recognized by a byte order mark, UTF-16 without one
// by the zero bytes of its first two characters (YAML 1.2 section 5.2). Other bytes are returned unchanged,
// valid UTF-8 or not. An invalid code unit becomes three invalid bytes, so that readers report it.
std::string ToUtf8(std::string bytes);

}  // namespace kval::source
