#pragma once

#include <vector>

#include "src/diag/diagnostic.h"

namespace kval::policy {

// Removes findings superseded by another one (Diagnostic::superseded_by) that is present and at least as
// severe, so that ignoring a rule reveals the findings that it superseded. Keeps the order; linear.
std::vector<diag::Diagnostic> SuppressSuperseded(std::vector<diag::Diagnostic> findings);

}  // namespace kval::policy
