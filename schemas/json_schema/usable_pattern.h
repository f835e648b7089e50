#pragma once

#include <optional>

#include "src/diag/emitter.h"
#include "src/source/span.h"
#include "src/support/result.h"
#include "src/types/pattern.h"

namespace kval::schemas::json_schema {

// The pattern of a schema; nothing when it cannot be used, which is reported at `at`.
std::optional<types::Pattern> Usable(Result<types::Pattern> pattern, source::Span at, diag::Emitter& emit);

}  // namespace kval::schemas::json_schema
