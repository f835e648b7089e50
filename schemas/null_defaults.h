#pragma once

#include "schemas/losses.h"
#include "src/types/model.h"

namespace kval::schemas {

// In KCL a null that is given to an attribute with a default means the default; ytt and JSON Schema refuse it
// unless the type allows null. Reports that loss, once for the whole schema, for the first key of such a
// kind. `model` is as it was read.
enum class NullTarget { kKcl, kOthers };
void ReportNullForDefaults(const types::Model& model, NullTarget target, Losses& losses);

}  // namespace kval::schemas
