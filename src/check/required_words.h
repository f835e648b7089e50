#pragma once

#include <string>
#include <vector>

#include "src/types/model.h"

namespace kval::check {

// The keys that a type asks a map for, when that is all that it asks: `{required: [a, b]}`. Else null.
const std::vector<std::string>* OnlyRequiredKeys(const types::Model& model, types::TypeId type);

// Of types that ask for keys and nothing else, the keys in words, those of one type joined by `with`:
// "`a` and `b`, or `c`". Empty when one of them asks for something else.
std::string RequiredKeysOf(const types::Model& model, const std::vector<types::TypeId>& types,
                           std::string_view with, std::string_view between);

}  // namespace kval::check
