#pragma once

#include <memory>

#include "src/diag/emitter.h"
#include "src/lang/kcl/sema/load.h"
#include "src/lang/kcl/sema/program.h"

namespace kval::kcl {

// Loads a program, resolves its names and checks its types. All mistakes that can be found without evaluating
// are reported: syntax errors, and what KCL calls compile errors. The program may be evaluated only when no
// error was reported. Never null.
std::unique_ptr<Program> Analyze(source::SourceMap& sources, source::FileReader& reader,
                                 const LoadOptions& options, diag::Emitter& emitter);

// The second half of Analyze, for a program that was loaded and may have been added to since: resolves the
// names and checks the types. Once for each program. What instances lack is handed to `incomplete`, if that
// is given and nothing else is wrong: such a program may be evaluated, too, which may find more.
void Check(Program& program, diag::Emitter& emitter, diag::Emitter* incomplete = nullptr);

}  // namespace kval::kcl
