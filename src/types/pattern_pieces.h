#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kval::types {

// Texts that stand in whatever a regular expression matches, so that many patterns can be told apart without
// matching each. The same in re2's syntax and in ECMA-262's; none for what is not plain: groups,
// alternatives, escapes of characters by number.
std::vector<std::string> PiecesOfPattern(std::string_view pattern);

}  // namespace kval::types
