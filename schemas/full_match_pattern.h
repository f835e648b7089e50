#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::schemas {

// Converts an ECMA-262 pattern that matches anywhere in a key to an RE2 pattern of the whole key. Returns
// nullopt if RE2 has no equivalent.
std::optional<std::string> ToFullMatchPattern(std::string_view search);

}  // namespace kval::schemas
