#pragma once

#include "schemas/kcl/module.h"
#include "src/lang/kcl/eval/layout.h"

namespace kval::schemas::kcl {

// Whether an expression means the same for every instance of the schema that `layout` (may be null) is of. In
// doubt it does not: it is then computed for each.
bool IsConstant(const kval::kcl::Expr& expr, const Module& module, const kval::kcl::eval::Layout* layout);

}  // namespace kval::schemas::kcl
