#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::lsp {

// The absolute path that a URI of the scheme `file` names (RFC 8089), percent signs decoded, `//` as `/`;
// nothing for other schemes, other hosts, relative paths and what decodes to a NUL byte.
std::optional<std::string> PathOf(std::string_view uri);

}  // namespace kval::lsp
