#pragma once

#include "src/lang/kcl/sema/context.h"

namespace kval::kcl::sema {

// Reports cycles of bases, mixins and rules among the schemas of the package, and removes them. Afterwards
// every traversal of bases and mixins terminates.
void CutCycles(Context& context);

}  // namespace kval::kcl::sema
