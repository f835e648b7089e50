#pragma once

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/ast.h"

namespace kval::kcl {

// Parses a KCL file. Reports all syntax errors, each once; skips the rest of a statement or entry after an
// error. The nodes live in `context`. Nesting is limited, so that no input exhausts the stack.
//
// Does not resolve names and does not read other files.
FileAst Parse(AstContext& context, const source::SourceFile& file, diag::Emitter& emitter);

}  // namespace kval::kcl
