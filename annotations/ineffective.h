#pragma once

#include <string>
#include <string_view>

#include "src/diag/emitter.h"
#include "src/templating/annotated.h"

namespace kval::annotations {

// The role of an annotated document.
enum class AnnotationContext {
  kValues,  // a layer of data values
  kOther,   // an overlay, or a template's output
};

// Warns (KV200) about each annotation without effect in a document: unknown annotations, annotations that are
// repeated on the same node, and schema annotations outside of a schema. The schema compiler checks schema
// documents.
void WarnIneffective(const templating::AnnotatedDocument& document, AnnotationContext use,
                     templating::AnnotationTable& table, diag::Emitter& emit);

// Checks a fragment, a part of a document, in the same way.
void WarnIneffective(const value::Value& fragment, templating::AnnotationTable& table, diag::Emitter& emit);

// Returns a hint for an unknown name: a similar name ("did you mean `@schema/type`?"), otherwise the names
// with the same prefix. May be empty.
std::string HintForUnknown(std::string_view name);

}  // namespace kval::annotations
