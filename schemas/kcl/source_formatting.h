#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/value/value.h"

// The syntax of names and literals in KCL programs.
namespace kval::schemas::kcl {

// The maximum width of lines in a written program, if possible.
inline constexpr size_t kLineWidth = 100;

// Returns the declaration form of an attribute name: `name`, `$if` for a keyword, `"a-b"` for a name that is
// not an identifier. Nullopt if KCL has no form for it: `${` together with a character that needs an escape.
std::optional<std::string> AttributeName(std::string_view key);
// Returns whether an attribute can have this key: it has a name in KCL and is not private.
bool CanBeAttribute(std::string_view key);
// Returns the form of the name in expressions; nullopt for a name that is not an identifier.
std::optional<std::string> AttributeRef(std::string_view key);

// Returns a schema name for a key: `load_balancer` becomes `LoadBalancer`. SchemaNameOfOne returns the name
// for one of several values: `policies` becomes `Policy`.
std::string SchemaName(std::string_view key);
std::string SchemaNameOfOne(std::string_view key);

// Each returns a string literal on one line; the literal of a pattern is raw if possible.
std::string KclString(std::string_view text);
std::string KclPattern(std::string_view pattern);

// Returns whether KCL has a literal for the value: it contains no NaN or infinity, no integer outside the
// signed 64-bit range, and no key that is not a string.
bool HasLiteral(const value::Value& value);
// Returns the value as an expression that starts in `column` of a line indented by `indent`. Lists and
// configs that are too long for one line are broken into lines.
std::string KclText(const value::Value& value, size_t indent, size_t column);
// The same on one line.
std::string KclText(const value::Value& value);

}  // namespace kval::schemas::kcl
