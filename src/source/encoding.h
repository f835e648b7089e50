#pragma once

#include <string>

namespace kval::source {

// A text file's bytes as UTF-8. UTF-16 and UTF-32 are recognised by their byte order mark, UTF-16 without one
// by the zero bytes of its first two characters, which no text in UTF-8 has (YAML 1.2 section 5.2; what
// editors and shells on Windows write). Everything else comes back as it is, also what is not UTF-8. A code
// unit that makes no character becomes three bytes that are not valid UTF-8, so that readers report it.
std::string ToUtf8(std::string bytes);

}  // namespace kval::source
