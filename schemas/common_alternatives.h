#pragma once

#include <optional>

#include "src/types/model.h"

namespace kval::schemas {

// Replaces `enum`, `anyOf`, `oneOf` and a lone `allOf` of a JSON Schema type by an equivalent shape where
// there is one: an `enum` of strings becomes a string type, alternatives of different kinds become a union.
void SayAlternatives(types::Model& model, types::Type& type);

// The values that `anyOf` or `oneOf` lists, if each of its alternatives is a `const` or an `enum` of one
// value.
std::optional<types::OneOf> ListedBy(const types::Model& model, const types::Assertion& assertion);

}  // namespace kval::schemas
