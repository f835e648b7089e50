#pragma once

#include <cstdint>

#include "src/diag/kind.h"

namespace kval::diag {

// Whether findings of the kind say that a limit was hit (KV020 to KV029): nothing is known then of what was
// not looked at, and the run's status is 3.
inline bool IsLimit(Kind kind) {
  const uint16_t number = EntryOf(kind).number;
  return number >= 20 && number < 30;
}

}  // namespace kval::diag
