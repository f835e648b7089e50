#pragma once

#include <functional>
#include <span>

#include "src/diag/emitter.h"
#include "src/lang/starlark/interpreter.h"
#include "src/merge/merge.h"
#include "src/templating/annotated.h"
#include "src/templating/fragment.h"
#include "src/value/builder.h"

namespace kval::annotations {

// What overlays are read and carried out with.
//
// Everything else is non-null. The interpreter runs predicates (`by=lambda …`); the table gains the
// annotations of nodes that merging makes.
struct OverlayContext {
  starlark::Interpreter* interpreter;
  value::Builder* builder;
  templating::AnnotationTable* table;
  diag::Emitter* emit;
  templating::FragmentCache* fragments = nullptr;  // may be null: of what functions are called with
  merge::KeptTables* tables = nullptr;             // as in merge::Context
  std::function<bool(std::span<const value::Value* const>)> is_judged = {};  // the same
};

}  // namespace kval::annotations
