#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "src/check/validation_state.h"
#include "src/diag/path.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// The types that apply to one value of a document: for hover, completion and provenance.
struct TypeBinding {
  const value::Value* value;
  const value::Value* key;  // that holds it, or null
  diag::Path path;
  // The types that validate it: its own; of a union the matching member; of assertions those that apply (all
  // of `all of`, the chosen branch of an `if`, the matching ones of `any of`). The first comes from its
  // field, key rule or array.
  std::vector<types::TypeId> types;
  // The declarations of its key in the enclosing map. Either may be empty; several key patterns may match.
  std::vector<const types::Field*> fields;
  std::vector<const types::KeyRule*> key_rules;
  // The containing map or array, or null, and the types that validate it.
  const value::Value* holder = nullptr;
  std::vector<types::TypeId> holder_types = {};

  // Returns the rules of all its types that apply to its kind.
  std::vector<const types::Rule*> Rules(const types::Model& model) const;
};

// Returns the innermost value at `offset` of the source map, or with its key there; nullopt outside of the
// document. Reports nothing; an invalid value gets its intended types.
//
// Only values around the location are validated: a collection spans its content, except content behind an
// alias, which is found where it is written. Approximate once the budget is exhausted.
//
// `purpose`: decides between the alternatives of a choice.
enum class BindingPurpose : uint8_t {
  kDescribe,     // those that the value fits, or else resembles most
  kChooseKey,    // the key at the location is about to be chosen, and decides nothing
  kChooseValue,  // the scalar at the location is about to be chosen, and decides nothing
};
std::optional<TypeBinding> FindBindingAt(const value::Value& document, const types::Model& model,
                                         ValidationState& worker, uint32_t offset,
                                         BindingPurpose purpose = BindingPurpose::kDescribe);
// The same for a document with another type than the model's root.
std::optional<TypeBinding> FindBindingAt(const value::Value& document, types::TypeId type,
                                         const types::Model& model, ValidationState& worker, uint32_t offset,
                                         BindingPurpose purpose = BindingPurpose::kDescribe);

}  // namespace kval::check
