#pragma once

#include "schemas/kcl/schema_module.h"
#include "src/lang/kcl/eval/layout.h"

namespace kval::schemas::kcl {

// Returns whether an expression has the same value in every instance of the schema of `layout` (may be null).
// Conservative: an expression that is not known to be constant is computed for each instance.
bool IsConstant(const kval::kcl::Expr& expr, const SchemaModule& module,
                const kval::kcl::eval::Layout* layout);

}  // namespace kval::schemas::kcl
