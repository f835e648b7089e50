#pragma once

#include "src/diag/diagnostic.h"
#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// Returns the fix for a syntax error if exactly one fix is certain: tabs in a block whose depth is known from
// surrounding lines, a missing space after a colon or dash, a missing comma or colon in JSON. Requires:
// `error.at` is in `source`.
diag::Fix GetSyntaxFix(const SyntaxError& error, const source::SourceFile& source);

}  // namespace kval::yaml
