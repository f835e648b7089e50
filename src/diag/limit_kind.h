#pragma once

#include "src/diag/kind.h"

namespace kval::diag {

// Whether a kind reports an exceeded limit: unchecked input may contain further errors, and
// the exit code is 3.
inline bool IsLimit(Kind kind) {
  return EntryOf(kind).category == Category::kLimit;
}

}  // namespace kval::diag
