#pragma once

#include <vector>

#include "src/diag/diagnostic.h"

namespace kval::policy {

// One mistake, one finding: without those whose mistake another one tells of (Diagnostic::told_by), if that
// one is among them and not less severe. So who ignores a rule is still told of what it would have told
// better. In their order; linear.
std::vector<diag::Diagnostic> WithoutToldTwice(std::vector<diag::Diagnostic> findings);

}  // namespace kval::policy
