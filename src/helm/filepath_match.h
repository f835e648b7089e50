#pragma once

#include <string_view>

namespace kval::helm {

// Patterns of paths as Go's filepath.Match has them: `*` and `?` match no slash, `[a-z]`, `[^a]`, `\x`.
bool IsValidPattern(std::string_view pattern);
// Time in proportion to the product of the lengths at most.
bool MatchFilePath(std::string_view pattern, std::string_view path);

}  // namespace kval::helm
