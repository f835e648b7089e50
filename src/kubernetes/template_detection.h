#pragma once

#include <string_view>

namespace kval::kubernetes {

// Whether a text that is not YAML is a template for YAML: it contains `{{`, `<%`, `@NAME@` or a
// directive of FreeMarker (`<#if …>`) where YAML cannot, at the start of a value or line, or with quotes
// inside a quoted string. Placeholders inside strings (Argo Workflows, alerts, policies) do not count, so
// other errors are reported. Line-based; skips block scalars and comments.
bool IsTemplate(std::string_view text);

// Whether a text has code or annotations of ytt: it is YAML, but its meaning is that of its rendered output.
// Line-based; skips block scalars.
bool IsTemplateOfYtt(std::string_view text);

}  // namespace kval::kubernetes
