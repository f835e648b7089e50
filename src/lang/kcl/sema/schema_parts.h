#pragma once

#include "src/lang/kcl/sema/context.h"

namespace kval::kcl::sema {

// Counts the bases and mixins of the package's schemas: an instance contains each of them once per path to
// it, so the count can grow exponentially. If it exceeds the program's limit, reports this once and omits the
// excess mixins. Requires: CutCycles was called.
void BoundParts(Context& context);

}  // namespace kval::kcl::sema
