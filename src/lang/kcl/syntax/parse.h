#pragma once

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/ast.h"

namespace kval::kcl {

// Parses a KCL file. Reports all syntax errors, one for each mistake; the rest of the statement or entry
// after an error is skipped. The nodes live in `context`. Nesting is limited, so no input exhausts the stack.
//
// Does not resolve names and does not read other files.
FileAst Parse(AstContext& context, const source::SourceFile& file, diag::Emitter& emitter);

}  // namespace kval::kcl
