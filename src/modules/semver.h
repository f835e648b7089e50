#pragma once

#include <string_view>

namespace kval::modules {

// The precedence of two valid versions (Semantic Versioning 2.0.0, section 11): negative, zero, positive.
// Build metadata does not count; numbers may be of any size.
int CompareSemver(std::string_view a, std::string_view b);

}  // namespace kval::modules
