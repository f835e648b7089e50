#pragma once

#include "src/types/model.h"

namespace kval::schemas {

// Expresses `propertyNames` of the map `type` by its key rule, which ytt and KCL support too: by the type
// `names`, a pattern, a length or a list of names. Returns false and leaves `type` unchanged if there is no
// equivalent key rule.
bool LowerPropertyNames(types::Model& model, types::TypeId names, types::Type& type);

}  // namespace kval::schemas
