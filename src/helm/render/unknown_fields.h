#pragma once

#include "src/helm/context.h"
#include "src/helm/lint.h"
#include "src/lang/gotemplate/template_set.h"

namespace kval::helm::render {

// Warns about fields of `.Release`, `.Chart`, `.Capabilities`, `.Template` and `.Files` that Helm does not
// set, in any branch of the chart's own templates: they are empty, or an error once the branch is executed.
// In templates with a name, which may get other data, only misspelt fields are reported. Not reported: fields
// of a map that a template changes with `set`.
void LintUnknownFields(const LintInput& input, const gotemplate::TemplateSet& templates,
                       HelmContext& context);

}  // namespace kval::helm::render
