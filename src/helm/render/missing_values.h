#pragma once

#include "src/helm/context.h"
#include "src/helm/lint.h"
#include "src/lang/gotemplate/template_set.h"

namespace kval::helm::render {

// Warns about values that an action of the chart's own templates prints, in any branch, and that neither the
// defaults nor the user's values have. Not reported:
// - what a function other than one that formats text receives (`default`, `required`, `hasKey`), and what an
//   enclosing condition tests
// - parts that depend on another missing value, which is an option that is off
// - keys of maps that are empty by default, and keys that values.yaml has in a comment or a schema declares
void LintMissingValues(const LintInput& input, const gotemplate::TemplateSet& templates,
                       HelmContext& context);

}  // namespace kval::helm::render
