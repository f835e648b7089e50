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
Verdict TooMuchWork(const Pattern& pattern);

// When that is why there is no pattern: reports that it takes more than `regex_memory`, and returns true.
// Other reasons are for the caller to report.
bool ReportedTooLarge(const Failure& failure, source::Span at, diag::Emitter& emit);

// Replaces a pattern that exceeds `regex_memory` where schema errors cannot be reported: its evaluation
// reports that the pattern was not tested.
std::shared_ptr<const Predicate> TooLargePattern();

}  // namespace kval::types
