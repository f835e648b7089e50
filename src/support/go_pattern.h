#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval {

// Converts a regular expression of Go's regexp package to RE2. The syntax is the same, except that Go also
// writes groups as `(?<name>…)` and has no `\C`, for which this returns nullopt. Other errors are left to
// RE2. Source: Go src/regexp/syntax/parse.go.
std::optional<std::string> GoPatternForRe2(std::string_view pattern);

}  // namespace kval
