#pragma once

#include <string_view>

namespace kval::cli {

// Returns whether a name occurs in a text as a whole: neither within a longer one of letters, digits, `_` and
// `others`, nor next to those.
bool ContainsName(std::string_view text, std::string_view name, std::string_view others);

}  // namespace kval::cli
