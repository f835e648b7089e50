#pragma once

#include "src/diag/emitter.h"
#include "src/support/result.h"

namespace kval::diag {

// What an input that was not read is reported as: KV001, or the rule of the limit or of the boundary that it
// met.
Kind KindOfReadFault(const Failure& failure);
// Reports it. `at` is where the file is named, if that is in an input.
void ReportReadFault(source::Span at, const Failure& failure, Emitter& emit);

}  // namespace kval::diag
