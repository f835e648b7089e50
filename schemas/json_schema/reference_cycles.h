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

// Reports cycles of references at the first reference of each, and lets the cycle accept everything. A cycle
// that passes through no key or item is infinite. `types`: all types, `root`: the document's. An unreachable
// cycle validates nothing: it is a warning, and the schema is usable.
void ReportCycles(References references, const std::vector<types::TypeId>& types, types::TypeId root,
                  types::Model& model, diag::Emitter& emit);

}  // namespace kval::schemas::json_schema
