#pragma once

#include "src/types/model.h"
#include "src/value/builder.h"

namespace kval::schemas::kcl {

// The operations that a `check:` line can apply to values of a type.
struct CheckCapabilities {
  bool is_number = false;
  bool is_text = false;
  bool is_list = false;
  bool has_length = false;
};
CheckCapabilities CheckCapabilitiesOf(const types::Model& model, const types::Type& type);

// Returns the type's only falsy value (0, "", []); null if it has none or several.
const value::Value* FalsyOf(const types::Type& type, value::Builder& build);

}  // namespace kval::schemas::kcl
