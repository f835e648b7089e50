#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "src/check/worker.h"
#include "src/diag/path.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// What speaks about one value of a document: for hover, completion and provenance.
struct Met {
  const value::Value* value;
  const value::Value* key;  // that holds it, or null
  diag::Path path;
  // The types that judge it: its own; of a union the member that it fits; of assertions those that apply to
  // it (all of `all of`, the branch of an `if` that is taken, what holds of `any of`). The first is the one
  // that its field, key rule or array gives.
  std::vector<types::TypeId> types;
  // How the map that it is in names it. Either may be empty; patterns of keys may be several.
  std::vector<const types::Field*> fields;
  std::vector<const types::KeyRule*> key_rules;

  // The rules of all its types that see it.
  std::vector<const types::Rule*> Rules(const types::Model& model) const;
};

// Visits every value of a document, a collection before what is in it, until `visit` gives false. Nothing is
// reported; what does not fit is visited with the types that it was meant for.
void ForEachMet(const value::Value& document, const types::Model& model, Worker& worker,
                const std::function<bool(const Met&)>& visit);

// The innermost value that is at `offset` of the source map, or whose key is; nothing outside the document.
std::optional<Met> MetAt(const value::Value& document, const types::Model& model, Worker& worker,
                         uint32_t offset);

}  // namespace kval::check
