#pragma once

#include <string_view>

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/source/span.h"
#include "src/value/scalar_ambiguity.h"

namespace kval::yaml {

// Reports that YAML readers interpret the plain scalar at `at` differently, its meaning in `dialect`, and an
// unambiguous spelling (KV120 to KV122).
void ReportAmbiguity(const value::ScalarAmbiguity& disagreement, std::string_view plain, source::Span at,
                     value::Dialect dialect, diag::Path path, diag::Emitter& emit);

}  // namespace kval::yaml
