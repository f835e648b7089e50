#pragma once

#include <optional>

#include "src/types/model.h"

namespace kval::schemas {

// Says what a type of JSON Schema means by `enum`, `anyOf`, `oneOf` or a lone `allOf` by a shape, where that
// means just the same: an `enum` of texts is a text, alternatives of different kinds are a union.
void SayAlternatives(types::Model& model, types::Type& type);

// The values that `anyOf` or `oneOf` lists, if each of its alternatives is a `const` or an `enum` of one
// value.
std::optional<types::OneOf> ListedBy(const types::Model& model, const types::Assertion& assertion);

}  // namespace kval::schemas
