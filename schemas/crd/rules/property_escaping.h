#pragma once

#include <optional>
#include <string>
#include <string_view>

// Names of properties in rules: apiserver, pkg/cel/escaping.go. `a-b` is `a__dash__b`, `namespace` is
// `__namespace__`.
namespace kval::schemas::crd::rules {

// Escapes the name of a property for use in a rule. Returns nullopt for a name that rules cannot express.
std::optional<std::string> EscapePropertyName(std::string_view property);
// Decodes the property name in a rule; nullopt if it is not an escaped property name.
std::optional<std::string> UnescapePropertyName(std::string_view name);

}  // namespace kval::schemas::crd::rules
