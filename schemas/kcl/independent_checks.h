#pragma once

#include <optional>

#include "schemas/kcl/check_line_sets.h"
#include "schemas/kcl/schema_module.h"

namespace kval::schemas::kcl {

// Returns the check lines to evaluate instead of instances. Returns nullopt if evaluating an instance may
// find errors other than in the model and in check lines: attributes that are computed, assigned, private,
// deprecated, declared twice, null only in the model, or of types that the model does not represent exactly;
// schemas with parameters, statements, or defaults of index signatures.
std::optional<IndependentChecks> FindIndependentChecks(const kval::kcl::Schema& root,
                                                       const SchemaModule& module);

}  // namespace kval::schemas::kcl
