// Kinds whose number is given but that nothing reports yet: no page and no golden case is asked of them.
// Whoever begins to report one takes it out of this list; a release has an empty one.
#pragma once

#include <algorithm>
#include <array>

#include "src/diag/kind.h"

namespace kval::testing_support {

inline constexpr std::array kPlannedKinds = {
    diag::Kind::kBadProject,
    diag::Kind::kNotCovered,
    diag::Kind::kUnmatchedPath,
};

inline bool IsPlanned(diag::Kind kind) {
  return std::find(kPlannedKinds.begin(), kPlannedKinds.end(), kind) != kPlannedKinds.end();
}

}  // namespace kval::testing_support
