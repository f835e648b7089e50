#pragma once

#include <memory>

#include "src/diag/emitter.h"
#include "src/lang/kcl/sema/load.h"
#include "src/lang/kcl/sema/program.h"

namespace kval::kcl {

// Loads a program, resolves its names and checks its types. Reports all errors that can be found without
// evaluation: syntax errors and KCL's compile errors. Requires before evaluation: no error was reported.
// Never returns null.
std::unique_ptr<Program> Analyze(source::SourceMap& sources, source::FileReader& reader,
                                 const LoadOptions& options, diag::Emitter& emitter);

// The second half of Analyze, for a loaded program, to which nodes may have been added: resolves the names
// and checks the types. Call once per program. If `incomplete` is not null and there are no other errors,
// errors about missing attributes are reported to it; such a program may be evaluated, which may find more
// errors.
void Check(Program& program, diag::Emitter& emitter, diag::Emitter* incomplete = nullptr);

}  // namespace kval::kcl
