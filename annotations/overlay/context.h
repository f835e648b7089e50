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

// The dependencies for reading and applying overlays. Pointers are non-null unless stated otherwise. The
// interpreter runs predicates (`by=lambda …`); the annotation table receives the annotations of nodes that
// merging creates.
struct OverlayContext {
  starlark::Interpreter* interpreter;
  value::Builder* builder;
  templating::AnnotationTable* table;
  diag::Emitter* emit;
  templating::FragmentCache* fragments = nullptr;  // caches arguments of called functions; may be null
  merge::KeyTableCache* tables = nullptr;          // as in merge::Context
  std::function<bool(std::span<const value::Value* const>)> is_validated = {};  // as in merge::Context
};

}  // namespace kval::annotations
