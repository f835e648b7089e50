#pragma once

#include "annotations/overlay/apply.h"
#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/driver/program_loader.h"
#include "src/lang/starlark/interpreter.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/interner.h"
#include "src/template/annotated.h"
#include "src/template/template.h"
#include "src/types/model.h"
#include "src/value/builder.h"

namespace kval::driver {

// Everything that one checked set owns. Nothing of it is shared with another set, so sets can run side by
// side; all of it is freed at once.
struct Session {
  Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  annotations::OverlayContext overlay_context() { return {&starlark, &build, &annotations, &emit}; }

  source::SourceMap sources;
  Arena arena;
  Interner interner;
  diag::Collector findings;
  diag::Emitter emit;
  types::Model model;
  value::Builder build;
  templating::AnnotationTable annotations;
  std::string printed;  // what programs print, one line each

  ProgramFiles program_files;
  ProgramModules program_modules;
  templating::TemplateLoader loader;
  starlark::Interpreter starlark;
  templating::Engine templates;
};

}  // namespace kval::driver
