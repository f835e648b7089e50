#pragma once

#include <memory>

#include "src/diag/emitter.h"
#include "src/source/span.h"
#include "src/support/result.h"
#include "src/types/pattern.h"
#include "src/types/predicate.h"

// What is said when a regular expression reaches a limit (KV023).
namespace kval::types {

// The answer of a test whose match takes more steps than `regex_matches`.
Verdict TooMuchWork(const Pattern& pattern);

// When that is why there is no pattern: reports that it takes more than `regex_memory`, and returns true.
// Other reasons are for the caller to report.
bool ReportedTooLarge(const Failure& failure, source::Span at, diag::Emitter& emit);

// Stands for a pattern that takes more than `regex_memory` where nobody hears what is wrong with the schema:
// whoever asks it is told that it was not tested.
std::shared_ptr<const Predicate> TooLargePattern();

}  // namespace kval::types
