#pragma once

#include <string>
#include <vector>

#include "src/types/model.h"

namespace kval::findings {

// Returns the required keys of a type that requires nothing else: `{required: [a, b]}`. Else null.
const std::vector<std::string>* OnlyRequiredKeys(const types::Model& model, types::TypeId type);

// Returns the required keys of types that only require keys, those of one type joined by `with`: "`a` and
// `b`, or `c`". Empty if one type requires more.
std::string RequiredKeysText(const types::Model& model, const std::vector<types::TypeId>& types,
                             std::string_view with, std::string_view between);

// Returns a key for each type that it requires and the other types do not: "`uses` and `run`". Empty if a
// type requires no such key. Cost: quadratic in the number of required keys; for messages only.
std::string ExclusiveKeysText(const types::Model& model, const std::vector<types::TypeId>& types);

}  // namespace kval::findings
