#pragma once

#include <memory>

#include "src/diag/emitter.h"
#include "src/source/span.h"
#include "src/support/result.h"
#include "src/types/pattern.h"
#include "src/types/predicate.h"

// Messages for regular expressions that exceed a limit (KV023).
namespace kval::types {

// The answer of a test whose match takes more steps than `regex_matches`.
PredicateResult MakeCostExceeded(const Pattern& pattern);

// Reports a pattern that exceeds `regex_memory` and returns true, if this is the reason of the failure. The
// caller reports other reasons.
bool ReportIfTooLarge(const Failure& failure, source::Span at, diag::Emitter& emit);

// Replaces a pattern that exceeds `regex_memory` where schema errors cannot be reported: its evaluation
// reports that the pattern was not tested.
std::shared_ptr<const Predicate> MakeTooLargePattern();

}  // namespace kval::types
