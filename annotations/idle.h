#pragma once

#include <string>
#include <string_view>

#include "src/diag/emitter.h"
#include "src/templating/annotated.h"

namespace kval::annotations {

// The role of the document that carries the annotations.
enum class DocumentUse {
  kValues,  // a layer of data values
  kOther,   // an overlay, or a template's output
};

// Warns (KV200) of each annotation of a document and of the nodes below it that has no effect: kval does not
// know it, the same one follows on the node, or it is about schemas and the document is none. Schema
// documents are looked at by those who compile them.
void WarnOfIdleAnnotations(const templating::AnnotatedDocument& document, DocumentUse use,
                           templating::AnnotationTable& table, diag::Emitter& emit);

// The same of a part of a document, a fragment.
void WarnOfIdleAnnotations(const value::Value& fragment, templating::AnnotationTable& table,
                           diag::Emitter& emit);

// "did you mean `@schema/type`?", what begins with this name, or empty.
std::string HintForUnknown(std::string_view name);

}  // namespace kval::annotations
