#pragma once

#include <string>

#include "src/support/arena.h"
#include "src/value/value.h"

// Numbers on their way through YAML and JSON in Go.
namespace kval::helm {

// The scalar with its number as a float of 64 bits, which is what every number in YAML becomes for Helm:
// 9007199254740993 is 9007199254740992. The value itself when that changes nothing.
const value::Value* AsFloat64(const value::Value& scalar, Arena& arena);

// A scalar that is a key as the string that Helm makes of it: `1`, `true`, `1.5`. Floats have 32 bits there.
std::string KeyText(const value::Value& key);

// A scalar where Helm's own structures want a string (`version: 1.0` is "1").
std::string FieldText(const value::Value& scalar);

// What `{{ .Values.x }}` prints for a number: 1e+06 for 1000000.
std::string TemplateText(double real);

}  // namespace kval::helm
