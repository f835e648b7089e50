#pragma once

#include <string_view>

namespace kval::kubernetes {

// Whether a text that is no YAML is a template that makes YAML: it has `{{` or `<%` where YAML cannot have
// them, at the beginning of a value or of a line, or with quotes of its own within a quoted text.
// Placeholders that are a part of texts (those of Argo Workflows, of alerts, of policies) make no template,
// so that a mistake beside them is said. Only told by lines; block scalars and comments are passed over.
bool IsTemplate(std::string_view text);

}  // namespace kval::kubernetes
