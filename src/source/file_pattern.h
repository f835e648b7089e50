#pragma once

#include <string>
#include <vector>

namespace kval::source {

// Returns the paths that a pattern with `*`, `?` and `[…]` matches, sorted, as a shell would; empty if there
// are none.
std::vector<std::string> ExpandPattern(const std::string& pattern);

}  // namespace kval::source
