#pragma once

#include "src/diag/kind.h"

namespace kval::types {

// Interface of predicates whose failures have a specific diagnostic kind instead of check-failed.
class OwnFault {
 public:
  virtual ~OwnFault() = default;
  virtual diag::Kind fault_kind() const = 0;
};

}  // namespace kval::types
