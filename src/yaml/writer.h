#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>

#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

// Writes values as YAML. Text written in a dialect reads back in that dialect as the same value, except
// whole-number floats in the style kYtt, as in ytt.
//
// Block style, two spaces, sequences not indented below their key, `{}` and `[]` if empty, strings with line
// breaks as literal blocks. Aliases are expanded. Iterative: any depth.
namespace kval::yaml {

// Whose habits are followed in quoting strings and in printing floats.
enum class Habit : uint8_t {
  kYtt,  // go-yaml v2: "1" and 'a: b', 1.0 as 1, 100000000.0 as 1e+08
  kKcl,  // serde_yaml: '1' and 'a: b', 1.0 as 1.0; a string that starts like a number is always quoted
};

struct YamlStyle {
  Habit habit = Habit::kYtt;
  value::Dialect dialect = value::Dialect::kYtt;
  // How large `out` may become. Indentation makes a deep value far larger than it is.
  size_t most = std::numeric_limits<size_t>::max();
  // Returns the comment after a scalar or empty collection, on one line and without `#`; empty: none.
  std::function<std::string(const value::Value&)> comment = nullptr;
};

// Appends one document, which ends in a line break. False when `out` grew beyond `style.most`: it is cut off
// then.
bool WriteYaml(const value::Value& document, const YamlStyle& style, std::string& out);
// Appends documents with `---` between them. A lone null document is written as nothing.
bool WriteYamlStream(std::span<const value::Value* const> documents, const YamlStyle& style,
                     std::string& out);

// One scalar on one line, quoted as needed; for messages and keys.
std::string WriteYamlScalar(const value::Value& scalar, const YamlStyle& style);

// A float as Go's %g prints it: 1, 1e+08, 1.5e-07, .inf.
std::string GoFloat(double real);
// A float as serde_yaml prints it: 1.0, 100000000.0, 1e16, 1.5e-7, .inf.
std::string SerdeFloat(double real);

}  // namespace kval::yaml
