#pragma once

#include <string_view>

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/source/span.h"
#include "src/value/scalar_disagreement.h"

namespace kval::yaml {

// Says that readers of YAML take the plain scalar at `at` for different things, what it is in `dialect`, and
// how to write it (KV120 to KV122).
void ReportAmbiguity(const value::Disagreement& disagreement, std::string_view plain, source::Span at,
                     value::Dialect dialect, diag::Path path, diag::Emitter& emit);

}  // namespace kval::yaml
