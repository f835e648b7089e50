#pragma once

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/lang/starlark/interpreter.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/interner.h"
#include "src/template/annotated.h"
#include "src/types/model.h"

namespace kval::driver {

// Everything that one checked set owns. Nothing of it is shared with another set, so sets can run side by
// side; all of it is freed at once.
struct Session {
  Session() : emit(&findings), model(&interner), starlark(&sources, {}) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  source::SourceMap sources;
  Arena arena;
  Interner interner;
  diag::Collector findings;
  diag::Emitter emit;
  types::Model model;
  starlark::Interpreter starlark;
  templating::AnnotationTable annotations;
};

}  // namespace kval::driver
