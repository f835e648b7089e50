#pragma once

#include <cstdint>
#include <string>

#include "src/types/model.h"

namespace kval::api {

enum class ExampleStyle : uint8_t {
  kLetters,  // strings and numbers that most rules accept: `a`, `1`
  kEmpty,    // to be replaced by the user: `""`, `0`
};

// Returns a small value in YAML's flow style that fits the type of a field, with its required keys: the
// default, an allowed value, `{name: a}`. It need not satisfy rules about strings and numbers.
std::string ExampleOf(const types::Model& model, const types::Field& field, ExampleStyle style);

}  // namespace kval::api
