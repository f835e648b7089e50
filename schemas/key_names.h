#pragma once

#include "src/types/model.h"

namespace kval::schemas {

// States `propertyNames` of the map `type` by its key rule, which ytt and KCL have too: keys by their type
// `names`, a pattern, a length or a list of names. False, and `type` is unchanged, when that does not mean
// the same.
bool SayKeyNames(types::Model& model, types::TypeId names, types::Type& type);

}  // namespace kval::schemas
