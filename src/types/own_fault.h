#pragma once

#include "src/diag/kind.h"

namespace kval::types {

// What a predicate implements besides whose failure is a kind of finding of its own, instead of a failed
// check.
class OwnFault {
 public:
  virtual ~OwnFault() = default;
  virtual diag::Kind fault_kind() const = 0;
};

}  // namespace kval::types
