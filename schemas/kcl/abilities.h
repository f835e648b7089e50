#pragma once

#include "src/types/model.h"
#include "src/value/builder.h"

namespace kval::schemas::kcl {

// What a `check:` line can test of a value of a type.
struct Abilities {
  bool is_number = false;
  bool is_text = false;
  bool is_list = false;
  bool has_length = false;
};
Abilities AbilitiesOf(const types::Model& model, const types::Type& type);

// The value of a type that counts as false, when there is just one; null otherwise.
const value::Value* FalsyOf(const types::Type& type, value::Builder& build);

}  // namespace kval::schemas::kcl
