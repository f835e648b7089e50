#pragma once

#include <optional>
#include <string_view>

#include "schemas/crd/rules/schema_node.h"
#include "src/diag/path.h"

namespace kval::schemas::crd::rules {

// Parses the `fieldPath` of a rule, such as `.spec.a` or `.map['key']`: a path of properties and keys that
// the schema declares. Returns nullopt if it is invalid. Source: apiextensions-apiserver,
// pkg/apiserver/schema/cel/validation.go, ValidFieldPath.
std::optional<diag::Path> ParseFieldPath(std::string_view text, SchemaNode schema);

}  // namespace kval::schemas::crd::rules
