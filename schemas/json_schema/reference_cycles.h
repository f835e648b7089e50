#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/source/span.h"
#include "src/types/model.h"

namespace kval::schemas::json_schema {

// The references in the converted schemas.
struct LoweredReferences {
  std::vector<std::pair<types::TypeId, source::Span>> names;  // types that are aliases of other types
  std::unordered_map<int32_t, source::Span> first;  // the first reference of each type, by type index
};

// Reports cycles of references at the first reference of each, and replaces each cycle by a type that accepts
// every value. A cycle that contains no property and no item is infinite. An unreachable cycle is a warning;
// the schema remains usable. `types`: all types; `root`: the type of the document.
void ReportCycles(LoweredReferences references, const std::vector<types::TypeId>& types, types::TypeId root,
                  types::Model& model, diag::Emitter& emit);

}  // namespace kval::schemas::json_schema
