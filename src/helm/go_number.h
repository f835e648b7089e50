#pragma once

#include <string>

#include "src/support/arena.h"
#include "src/value/value.h"

// Numbers on their way through YAML and JSON in Go.
namespace kval::helm {

// Converts a number to a 64-bit float, as Helm does with every number in YAML: 9007199254740993 becomes
// 9007199254740992. Returns the value itself if it does not change.
const value::Value* AsFloat64(const value::Value& scalar, Arena& arena);

// Returns the string to which Helm converts a scalar key: `1`, `true`, `1.5`. Floats are 32-bit there.
std::string KeyText(const value::Value& key);

// Returns the string to which Helm converts a scalar in a string field of its structures (`version: 1.0` is
// "1").
std::string FieldText(const value::Value& scalar);

// Returns the output of `{{ .Values.x }}` for a number: 1e+06 for 1000000.
std::string TemplateText(double real);

}  // namespace kval::helm
