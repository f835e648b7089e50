#pragma once

#include "src/diag/diagnostic.h"
#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// Returns the fix of a syntax error, if one is certain: tabs in a block whose depth is known from surrounding
// lines, a missing space after a colon or dash, a comma or colon missing in JSON. Requires `fault.at` in
// `source`.
diag::Fix FixOf(const Fault& fault, const source::SourceFile& source);

}  // namespace kval::yaml
