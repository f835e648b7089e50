#pragma once

#include <string>
#include <vector>

#include "src/value/value.h"
#include "src/yaml/writer.h"

namespace kval::schemas::ytt {

// Returns the YAML style of a value in a schema: that of ytt, unless ytt's style would change `1.0` to an
// integer.
yaml::YamlStyle StyleFor(const value::Value& value, int depth);

// Returns a value as lines of block YAML; a null document is `null`.
std::vector<std::string> YamlLines(const value::Value& value);

}  // namespace kval::schemas::ytt
