#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval {

// A regular expression of Go's regexp package as RE2 reads it. Their syntax is the same, but that Go names
// groups with
// `(?<name>…)`, too, and has no `\C`: nothing for a pattern that holds it. What else is wrong with a pattern
// is left to RE2. Source: Go's src/regexp/syntax/parse.go.
std::optional<std::string> GoPatternForRe2(std::string_view pattern);

}  // namespace kval
