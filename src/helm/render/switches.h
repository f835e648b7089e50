#pragma once

#include "src/helm/context.h"
#include "src/helm/lint.h"
#include "src/helm/render/value_uses.h"

namespace kval::helm::render {

// Warns about strings of the user's values that spell `false`, such as `"false"` or `"no"`, if templates do
// nothing but test whether they are true, which every string but the empty one is. `uses`: of a chart that
// was rendered with the values.
void LintSwitches(const LintInput& input, const ValueUses& uses, HelmContext& context);

}  // namespace kval::helm::render
