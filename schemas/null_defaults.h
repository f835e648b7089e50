#pragma once

#include "schemas/conversion_warnings.h"
#include "src/types/model.h"

namespace kval::schemas {

// Reports, once per schema, that null has another meaning in the target language: in KCL a null for an
// attribute with a default means the default; ytt and JSON Schema reject it unless the type allows null. The
// location is the first affected key. `model` is the model before any conversion.
enum class NullTarget { kKcl, kOthers };
void ReportNullForDefaults(const types::Model& model, NullTarget target, ConversionWarnings& losses);

}  // namespace kval::schemas
