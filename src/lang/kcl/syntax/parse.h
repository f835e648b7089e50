#pragma once

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/ast.h"

namespace kval::kcl {

// Parses a file of KCL. All its syntax errors are reported, one for each mistake; what follows a mistake in
// its statement or entry is skipped. The nodes live in `context`. Nesting is limited, so no input exhausts
// the stack.
//
// Does not resolve names and does not read other files.
FileAst Parse(AstContext& context, const source::SourceFile& file, diag::Emitter& emitter);

}  // namespace kval::kcl
