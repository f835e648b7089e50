#pragma once

#include <cstdint>

#include "src/diag/kind.h"

namespace kval::diag {

// Whether a kind reports an exceeded limit (KV020 to KV029): unchecked input may contain further errors, and
// the exit code is 3.
inline bool IsLimit(Kind kind) {
  const uint16_t number = EntryOf(kind).number;
  return number >= 20 && number < 30;
}

}  // namespace kval::diag
