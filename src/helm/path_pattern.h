#pragma once

#include <string_view>

namespace kval::helm {

// Patterns of paths as Go's filepath.Match has them: `*` and `?` match no slash, `[a-z]`, `[^a]`, `\x`.
bool IsPathPattern(std::string_view pattern);
// Time in proportion to the product of the lengths at most.
bool MatchesPath(std::string_view pattern, std::string_view path);

}  // namespace kval::helm
