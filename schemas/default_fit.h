#pragma once

#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::schemas {

// Whether a default is of the type that it is for: a language may let a schema state one that is not (a mixin
// of KCL, `default` of JSON Schema), and no other language takes it. Null fits: what it means is each
// language's own. Keys that a default leaves out, and rules, are not looked at.
bool DefaultFits(const value::Value& value, types::TypeId type, const types::Model& model);
// Whether an example is, all of it: JSON Schema takes any, ytt none of another type.
bool ExampleFits(const value::Value& value, types::TypeId type, const types::Model& model);

}  // namespace kval::schemas
