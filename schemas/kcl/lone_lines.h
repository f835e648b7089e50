#pragma once

#include <optional>

#include "schemas/kcl/module.h"
#include "schemas/kcl/schema_lines.h"

namespace kval::schemas::kcl {

// None when evaluating an instance may find more than the model and check lines say: attributes that are
// computed, assigned, private, deprecated, declared twice, null for the model alone, or of types that the
// model does not know exactly; schemas with parameters, statements, or defaults for further keys.
std::optional<LoneLines> LoneLinesOf(const kval::kcl::Schema& root, const Module& module);

}  // namespace kval::schemas::kcl
