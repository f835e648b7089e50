#pragma once

#include "src/lang/kcl/sema/context.h"

namespace kval::kcl::sema {

// Counts the parts of the package's schemas: an instance has each base and mixin once per path to it, and
// paths double with each mixin that two others have. If the count exceeds the program's limit, reports it
// once and omits the excess mixins. Requires CutCycles to have run.
void BoundParts(Context& context);

}  // namespace kval::kcl::sema
