#pragma once

#include "src/diag/emitter.h"
#include "src/lang/starlark/interpreter.h"
#include "src/source/source_map.h"
#include "src/templating/annotated.h"
#include "src/value/builder.h"

namespace kval::templating {

// What all templates of one run share. Everything is non-null and outlives the templates.
struct Session {
  starlark::Interpreter* interpreter;
  source::SourceMap* sources;
  value::Builder* builder;
  AnnotationTable* annotations;  // of all nodes that templates make, documents and fragments alike
  diag::Emitter* emit;
};

}  // namespace kval::templating
