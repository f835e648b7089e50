#pragma once

#include "src/lang/kcl/sema/context.h"

namespace kval::kcl::sema {

// Counts what the schemas of the package are made of: an instance has each base and mixin as often as a way
// leads to it, and ways double with each mixin that two others have. Where that comes to more than a program
// may have, it is reported once, and the mixins that are too many are left out. Behind CutCycles.
void BoundParts(Context& context);

}  // namespace kval::kcl::sema
