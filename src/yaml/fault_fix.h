#pragma once

#include "src/diag/diagnostic.h"
#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// The repair of a fault in the text, where one is certain: tabs that indent a block whose depth the lines
// around it tell, a blank that is missing behind a colon or a dash,
// a comma or a colon that JSON lacks. `fault.at` lies in `source`.
diag::Fix FixOf(const Fault& fault, const source::SourceFile& source);

}  // namespace kval::yaml
