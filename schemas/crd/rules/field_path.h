#pragma once

#include <optional>
#include <string_view>

#include "schemas/crd/rules/schema_node.h"
#include "src/diag/path.h"

namespace kval::schemas::crd::rules {

// `.spec.a`, `.map['key']`: a path of properties and keys that the schema specifies, as `fieldPath` of a rule
// has it. Nothing when it is none. Source: apiextensions-apiserver, pkg/apiserver/schema/cel/validation.go,
// ValidFieldPath.
std::optional<diag::Path> ParseFieldPath(std::string_view text, SchemaNode schema);

}  // namespace kval::schemas::crd::rules
