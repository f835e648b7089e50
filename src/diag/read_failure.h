#pragma once

#include "src/diag/emitter.h"
#include "src/support/result.h"

namespace kval::diag {

// Returns the kind for an input that could not be read: KV001, or the rule of the limit or boundary that
// applied.
Kind KindOfReadFailure(const Failure& failure);
// Reports the failure. `at`: the place in an input that names the file; empty if there is none.
void ReportReadFailure(source::Span at, const Failure& failure, Emitter& emit);

}  // namespace kval::diag
