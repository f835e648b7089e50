#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/source/span.h"
#include "src/types/model.h"

namespace kval::schemas::json_schema {

// The references of schemas that were lowered.
struct References {
  std::vector<std::pair<types::TypeId, source::Span>> names;  // types that are only another's name
  std::unordered_map<int32_t, source::Span> first;            // of each type that has one, by its index
};

// Reports references that lead back to themselves, at the first of each cycle, and lets it accept everything.
// Where nothing in between goes to a key or an item, what they say of a value has no end: they would let
// everything pass. `types`: all that were made, `root`: the one of the document. A cycle that is not
// reachable from it validates nothing: it is a warning, and the schema can be used.
void ReportCycles(References references, const std::vector<types::TypeId>& types, types::TypeId root,
                  types::Model& model, diag::Emitter& emit);

}  // namespace kval::schemas::json_schema
