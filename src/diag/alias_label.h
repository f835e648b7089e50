#pragma once

#include <string_view>

namespace kval::diag {

// The text of the primary label of a finding about a value below an alias. The second label is then the
// location of the value, which other findings may refer to.
inline constexpr std::string_view kAliasLabel = "the value of this alias";

}  // namespace kval::diag
