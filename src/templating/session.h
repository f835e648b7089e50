#pragma once

#include "src/diag/emitter.h"
#include "src/lang/starlark/interpreter.h"
#include "src/source/source_map.h"
#include "src/templating/annotated.h"
#include "src/templating/string_code_lines.h"
#include "src/value/builder.h"

namespace kval::templating {

// Shared state of all templates of one run. Members outlive the templates and are not null, except
// `text_lines`.
struct Session {
  starlark::Interpreter* interpreter;
  source::SourceMap* sources;
  value::Builder* builder;
  AnnotationTable* annotations;  // of all nodes that templates create, in documents and fragments
  diag::Emitter* emit;
  StringCodeLines* text_lines = nullptr;  // receives the lines of code inside strings
};

}  // namespace kval::templating
