#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::schemas {

// An ECMA-262 pattern that is searched for in a key, as an RE2 pattern of the whole key; nothing when RE2 has
// none.
std::optional<std::string> WholeKey(std::string_view search);

}  // namespace kval::schemas
