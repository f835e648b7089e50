#pragma once

#include <string>

#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

// What a scalar was most likely meant to be that is a string where something else is expected.
namespace kval::check {

// What to do about it: "did you mean `true`?"; empty when nothing is near. `expected` is a scalar's kind.
std::string HintForScalar(const value::Value& value, value::Kind expected, value::Dialect dialect);

}  // namespace kval::check
