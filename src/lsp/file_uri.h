#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::lsp {

// Returns the absolute path of a `file` URI (RFC 8089), percent-decoded, with `//` replaced by `/`. Nullopt
// for other schemes, other hosts, relative paths and paths with a NUL byte.
std::optional<std::string> PathOf(std::string_view uri);

}  // namespace kval::lsp
