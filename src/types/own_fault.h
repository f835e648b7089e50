#pragma once

#include "src/diag/kind.h"

namespace kval::types {

// Interface of predicates whose failure has a diagnostic kind of its own instead of check-failed.
class OwnFault {
 public:
  virtual ~OwnFault() = default;
  virtual diag::Kind fault_kind() const = 0;
};

}  // namespace kval::types
