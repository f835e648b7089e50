#pragma once

#include <vector>

#include "src/diag/diagnostic.h"

namespace kval::policy {

// Moves each finding that another one supersedes (Diagnostic::superseded_by) to the `superseded` of a finding
// that stays. Only a finding that is present and at least as severe supersedes another, so that ignoring a
// rule reveals the findings that it superseded. Chains are followed to their end; of findings that supersede
// each other, the first one stays. Findings are therefore never lost. Keeps the order; linear.
std::vector<diag::Diagnostic> AttachSuperseded(std::vector<diag::Diagnostic> findings);

}  // namespace kval::policy
