#pragma once

#include <string_view>

namespace kval::diag {

// The text of the first label of a finding about a value below an alias; the second label is the place of
// that value, which other findings may refer to.
inline constexpr std::string_view kAliasLabel = "the value of this alias";

}  // namespace kval::diag
