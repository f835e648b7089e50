#pragma once

#include "src/diag/diagnostic.h"
#include "src/source/source_map.h"

namespace kval::driver {

// Adds the dashes that stand alone in a line to the labels of items that begin below it: there an item begins
// for ytt, and for who reads the file.
void ShowDashes(diag::Diagnostic& diagnostic, const source::SourceMap& sources);

}  // namespace kval::driver
