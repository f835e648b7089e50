#pragma once

#include <string>
#include <vector>

#include "src/types/model.h"

namespace kval::schemas::ytt {

// A union in a schema document: the names for `one_of=`, and rules on the example value for members that
// names cannot express.
struct OneOfArgument {
  std::string names;                   // `"int", "string"`
  std::vector<std::string> functions;  // arguments of @schema/validation
};

// Returns whether ytt can express all members: scalars by name, and one structure by the example.
bool HasOneOf(const types::Model& model, const types::Union& choice);
// Returns the names and rules of a union. `with_null`: null is also allowed.
OneOfArgument MakeOneOfArgument(const types::Model& model, const types::Union& choice, bool with_null);

}  // namespace kval::schemas::ytt
