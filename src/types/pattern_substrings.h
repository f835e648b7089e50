#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kval::types {

// Returns literal strings that every match of a regular expression contains, for indexing many patterns.
// Valid for RE2 and ECMA-262; empty for groups, alternatives and numeric escapes.
std::vector<std::string> GetRequiredSubstrings(std::string_view pattern);

}  // namespace kval::types
