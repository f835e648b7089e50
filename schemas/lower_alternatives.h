#pragma once

#include <optional>

#include "src/types/model.h"

namespace kval::schemas {

// Replaces `enum`, `anyOf`, `oneOf` and a single `allOf` in a JSON Schema type by an equivalent shape if
// there is one: an `enum` of strings becomes a string type; alternatives of different kinds become a union.
void LowerAlternatives(types::Model& model, types::Type& type);

// Returns the values that `anyOf` or `oneOf` enumerates if each of its alternatives is a `const` or an `enum`
// of one value; otherwise nullopt.
std::optional<types::OneOf> EnumValuesOf(const types::Model& model, const types::Assertion& assertion);

}  // namespace kval::schemas
