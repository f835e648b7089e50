#pragma once

#include <string>
#include <vector>

#include "src/value/value.h"
#include "src/yaml/writer.h"

namespace kval::schemas::ytt {

// How a value is written in a schema: in ytt's habit, but where that would make an integer of `1.0`.
yaml::YamlStyle StyleFor(const value::Value& value, int depth);

// A value as block YAML, a lone null as `null`.
std::vector<std::string> YamlLines(const value::Value& value);

}  // namespace kval::schemas::ytt
