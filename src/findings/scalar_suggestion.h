#pragma once

#include <string>

#include "src/source/span.h"
#include "src/types/type.h"
#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

// Suggests the intended value of a string where another type is expected.
namespace kval::findings {

// Returns a hint: "did you mean `true`?"; empty if no value is similar. `expected` is a kind of scalar.
std::string HintForScalar(const value::Value& value, value::Kind expected, value::Dialect dialect);

// Returns a hint where a map or array is expected: a missing space after `:` or `-` makes `name:a` a string
// and `-a: 1` a key. `at` is the location of the missing space, empty if it is the whole value.
std::string HintForCollection(const value::Value& value, const types::Type& expected, source::Span* at);

// Returns a hint for a scalar where an array is expected: `80,81` is likely `[80, 81]`, and lines without
// dashes are likely items. Empty for null and collections.
std::string HintForArray(const value::Value& value);

}  // namespace kval::findings
