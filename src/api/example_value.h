#pragma once

#include <string>

#include "src/types/model.h"

namespace kval::api {

// Returns a small value in YAML's flow style that fits the type of a field, with its required keys: the
// default, an allowed value, `{name: a}`. It need not satisfy rules about strings and numbers.
std::string ExampleOf(const types::Model& model, const types::Field& field);

}  // namespace kval::api
