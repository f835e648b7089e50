#pragma once

#include <string>

#include "src/source/span.h"
#include "src/types/type.h"
#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

// What a scalar was most likely meant to be that is a string where something else is expected.
namespace kval::check {

// What to do about it: "did you mean `true`?"; empty when nothing is near. `expected` is a scalar's kind.
std::string HintForScalar(const value::Value& value, value::Kind expected, value::Dialect dialect);

// `-a`, for the item `- a`; a number is none.
bool IsGluedItem(const value::Value& value);

// What to do where a map or an array is expected: a blank that is missing behind `:` or `-` makes `name:a` a
// text and `-a: 1` a key. `at` is where it is missing, without value when that is the whole value's place.
std::string HintForCollection(const value::Value& value, const types::Type& expected, source::Span* at);

}  // namespace kval::check
