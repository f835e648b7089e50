#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "src/check/worker.h"
#include "src/diag/path.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// The types that apply to one value of a document: for hover, completion and provenance.
struct Met {
  const value::Value* value;
  const value::Value* key;  // that holds it, or null
  diag::Path path;
  // The types that validate it: its own; of a union the matching member; of assertions those that apply (all
  // of `all of`, the chosen branch of an `if`, the matching ones of `any of`). The first comes from its
  // field, key rule or array.
  std::vector<types::TypeId> types;
  // How the map that it is in names it. Either may be empty; patterns of keys may be several.
  std::vector<const types::Field*> fields;
  std::vector<const types::KeyRule*> key_rules;
  // The containing map or array, or null, and the types that validate it.
  const value::Value* holder = nullptr;
  std::vector<types::TypeId> holder_types = {};

  // The rules of all its types that see it.
  std::vector<const types::Rule*> Rules(const types::Model& model) const;
};

// Returns the innermost value at `offset` of the source map, or with its key there; nullopt outside of the
// document. Reports nothing; an invalid value gets its intended types.
//
// Only values around the location are validated: a collection spans its content, except content behind an
// alias, which is found where it is written. Approximate once the budget is exhausted.
std::optional<Met> MetAt(const value::Value& document, const types::Model& model, Worker& worker,
                         uint32_t offset);
// The same of a document of another type than the model's root.
std::optional<Met> MetAt(const value::Value& document, types::TypeId type, const types::Model& model,
                         Worker& worker, uint32_t offset);

}  // namespace kval::check
