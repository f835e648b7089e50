#pragma once

#include "src/lang/kcl/sema/context.h"

namespace kval::kcl::sema {

// Reports circles of bases, of mixins and of rules among the schemas of the package, and opens them: behind
// this a walk along bases and mixins ends.
void CutCycles(Context& context);

}  // namespace kval::kcl::sema
