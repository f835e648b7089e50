#pragma once

#include "src/diag/kind.h"

namespace kval::types {

// Interface of predicates whose failures have a specific diagnostic kind instead of check-failed.
class CustomDiagnosticKind {
 public:
  virtual ~CustomDiagnosticKind() = default;
  virtual diag::Kind error_kind() const = 0;
};

}  // namespace kval::types
