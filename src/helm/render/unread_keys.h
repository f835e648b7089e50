#pragma once

#include "src/helm/context.h"
#include "src/helm/lint.h"
#include "src/helm/render/value_uses.h"

namespace kval::helm::render {

// Warns about keys of the user's values that no template reads, a part that these values skip included, and
// that no condition of a dependency reads. Keys of `global` are those of LintGlobals. Nulls, which delete
// defaults, are not reported. Returns kNone if a
// template uses all values of the chart as a whole. `uses`: of a chart that was rendered with the values.
LintedKeys LintUnreadKeys(const LintInput& input, const ValueUses& uses, HelmContext& context);

}  // namespace kval::helm::render
