#pragma once

#include <string_view>

namespace kval {

// Compares two valid versions by precedence (Semantic Versioning 2.0.0, section 11): negative, zero,
// positive. Build metadata does not count; numbers may be of any size.
int CompareSemver(std::string_view a, std::string_view b);

// The same for the pre-release parts of versions (`rc.1`; empty: none) that are equal otherwise.
int ComparePreReleases(std::string_view a, std::string_view b);

}  // namespace kval
