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
enum class EncoderStyle : uint8_t {
  kYtt,  // go-yaml v2: "1" and 'a: b', 1.0 as 1, 100000000.0 as 1e+08
  kKcl,  // serde_yaml: '1' and 'a: b', 1.0 as 1.0; a string that starts like a number is always quoted
};

struct YamlStyle {
  EncoderStyle encoder = EncoderStyle::kYtt;
  value::Dialect dialect = value::Dialect::kYtt;
  // The maximum size of `out`. Indentation can make the output of a deep value much larger than the value.
  size_t most = std::numeric_limits<size_t>::max();
  // Returns the comment after a scalar or empty collection, on one line and without `#`; empty: none.
  std::function<std::string(const value::Value&)> comment = nullptr;
};

// Appends one document, which ends in a line break. Returns false if `out` exceeds `style.most`; it is then
// truncated.
bool WriteYaml(const value::Value& document, const YamlStyle& style, std::string& out);
// Appends documents separated by `---`. A single null document is written as an empty string.
bool WriteYamlStream(std::span<const value::Value* const> documents, const YamlStyle& style,
                     std::string& out);

// Formats one scalar on one line, quoted as needed; for messages and keys.
std::string WriteYamlScalar(const value::Value& scalar, const YamlStyle& style);

// Formats a float like Go's %g: 1, 1e+08, 1.5e-07, .inf.
std::string GoFloat(double real);
// Formats a float like serde_yaml: 1.0, 100000000.0, 1e16, 1.5e-7, .inf.
std::string SerdeFloat(double real);

}  // namespace kval::yaml
