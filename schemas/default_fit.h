#pragma once

#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::schemas {

// Returns whether a default has the type of its key. Mixins of KCL and `default` of JSON Schema allow a
// default of another type, which the other languages reject. Null fits, because its meaning depends on the
// language. Missing keys and rules are not checked.
bool DefaultMatchesType(const value::Value& value, types::TypeId type, const types::Model& model);
// Returns whether an example has the type, including required keys. JSON Schema allows any example; ytt
// rejects one of another type.
bool ExampleMatchesType(const value::Value& value, types::TypeId type, const types::Model& model);

}  // namespace kval::schemas
