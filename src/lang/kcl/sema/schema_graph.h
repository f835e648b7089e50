#pragma once

#include "src/lang/kcl/sema/context.h"

namespace kval::kcl::sema {

// Reports cycles of bases, mixins and rules among the schemas of the package, and removes them. Afterwards
// every traversal of bases and mixins terminates.
void CutCycles(Context& context);

// Counts the bases and mixins of the package's schemas: an instance contains each of them once per path to
// it, so the count can grow exponentially. If it exceeds the program's limit, reports this once and omits the
// excess mixins. Requires: CutCycles was called.
void BoundParts(Context& context);

}  // namespace kval::kcl::sema
