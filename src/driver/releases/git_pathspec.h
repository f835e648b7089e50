#pragma once

#include <string_view>

namespace kval::driver {

// Whether `git ls-files -- PATTERN` lists a path: the pattern is the path or a directory above it, or a glob
// whose `*`, `?` and `[…]` match slashes as well. Source: git dir.c, wildmatch.c.
//
// Cost: time in proportion to the product of the lengths at most.
bool MatchPathspec(std::string_view pattern, std::string_view path);

}  // namespace kval::driver
