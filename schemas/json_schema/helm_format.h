#pragma once

#include <memory>
#include <string_view>

#include "src/types/predicate.h"

namespace kval::schemas::json_schema {

// Returns the check of a format for which Helm's validator is more lenient than the standard: invalid
// Punycode, a trailing dot in a host name, quotes in a URI. Null for other and unknown formats. Source:
// santhosh-tekuri/jsonschema v6, format.go.
std::shared_ptr<const types::Predicate> LaxHelmFormat(std::string_view format);

}  // namespace kval::schemas::json_schema
