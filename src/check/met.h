#pragma once

#include <cstdint>
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
  // The map or array that it is in, or null, and the types that judge that.
  const value::Value* holder = nullptr;
  std::vector<types::TypeId> holder_types = {};

  // The rules of all its types that see it.
  std::vector<const types::Rule*> Rules(const types::Model& model) const;
};

// The innermost value that is at `offset` of the source map, or whose key is; nothing outside the document.
// Nothing is reported; what does not fit is met with the types that it was meant for.
//
// Only values around the place are judged, and looked at beyond their spans: a collection lies around what is
// in it, but for what an alias stands for, which is found where it is written. When the worker's budget is
// used up, what is met is a guess.
std::optional<Met> MetAt(const value::Value& document, const types::Model& model, Worker& worker,
                         uint32_t offset);
// The same of a document of another type than the model's root.
std::optional<Met> MetAt(const value::Value& document, types::TypeId type, const types::Model& model,
                         Worker& worker, uint32_t offset);

}  // namespace kval::check
