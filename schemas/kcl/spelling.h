#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/value/value.h"

// Names and literals as KCL programs spell them.
namespace kval::schemas::kcl {

// Lines of a program that is written are no longer, where that can be helped.
inline constexpr size_t kLineWidth = 100;

// How a schema declares an attribute: `name`, `$if` for a keyword, `"a-b"` for a name that is not an
// identifier. Empty where KCL has no spelling: `${` together with a character that needs an escape.
std::optional<std::string> AttributeName(std::string_view key);
// Whether values can have the key by an attribute: there is a name for it that KCL does not hide.
bool CanBeAttribute(std::string_view key);
// How an expression refers to it; empty for a name that is not an identifier.
std::optional<std::string> AttributeRef(std::string_view key);

// A name for a schema: `load_balancer` becomes `LoadBalancer`; of one of several, `policies` becomes
// `Policy`.
std::string SchemaName(std::string_view key);
std::string SchemaNameOfOne(std::string_view key);

// A string on one line; a regular expression, raw where it can be.
std::string KclString(std::string_view text);
std::string KclPattern(std::string_view pattern);

// Whether KCL has a literal for the value: no float without a number, no integer above 64 bits with sign, no
// key that is no string.
bool HasLiteral(const value::Value& value);
// The value as an expression that starts in `column` of a line which is indented by `indent`. Lists and
// configs are broken into lines when they are too long for one.
std::string KclText(const value::Value& value, size_t indent, size_t column);
// The same on one line.
std::string KclText(const value::Value& value);

}  // namespace kval::schemas::kcl
