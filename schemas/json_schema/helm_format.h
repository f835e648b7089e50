#pragma once

#include <memory>
#include <string_view>

#include "src/types/predicate.h"

namespace kval::schemas::json_schema {

// Returns a format as Helm's validator asserts it where it accepts more than the standard: invalid Punycode,
// a trailing dot of a host name, quotes in a URI. Null for formats on which both agree, and unknown ones.
// Source: santhosh-tekuri/jsonschema v6, format.go.
std::shared_ptr<const types::Predicate> LaxHelmFormat(std::string_view format);

}  // namespace kval::schemas::json_schema
