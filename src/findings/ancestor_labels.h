#pragma once

#include <cstddef>

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/source/span.h"
#include "src/value/value.h"

namespace kval::findings {

// A plain document that was merged into others, and its start.
struct PlainDocumentLayer {
  const value::Value& root;
  source::Span begin;
};

// Adds labels for the keys of the layer above the value at `path`, innermost first, and for the document, as
// ytt does when it rejects merging the value. `visited` counts the visited nodes of all calls, which are
// limited.
void AddAncestorLabels(const PlainDocumentLayer& layer, const diag::Path& path, size_t& visited,
                       diag::DiagnosticBuilder& builder);

}  // namespace kval::findings
