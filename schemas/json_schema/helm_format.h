#pragma once

#include <memory>
#include <string_view>

#include "src/types/predicate.h"

namespace kval::schemas::json_schema {

// A format as Helm's validator asserts it, where that takes more than the standard: a name in Punycode that
// stands for nothing, a dot behind a host name, quotes in a URI. Null for formats on which both agree, and
// for those that it does not know. Source: santhosh-tekuri/jsonschema v6, format.go.
std::shared_ptr<const types::Predicate> LaxHelmFormat(std::string_view format);

}  // namespace kval::schemas::json_schema
