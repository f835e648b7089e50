#pragma once

#include "src/diag/diagnostic.h"
#include "src/source/source_map.h"

namespace kval::driver {

// Adds dashes that are alone on a line to labels of the items below, because the item starts there for ytt
// and for readers.
void AddDashLabels(diag::Diagnostic& diagnostic, const source::SourceMap& sources);

}  // namespace kval::driver
