#pragma once

#include <optional>

#include "src/diag/emitter.h"
#include "src/source/span.h"
#include "src/support/result.h"
#include "src/types/pattern.h"

namespace kval::schemas::json_schema {

// Returns the pattern of a schema. Errors: reports an unusable pattern at `at` and returns nullopt.
std::optional<types::Pattern> PatternOrReport(Result<types::Pattern> pattern, source::Span at,
                                              diag::Emitter& emit);

}  // namespace kval::schemas::json_schema
