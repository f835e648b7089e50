#pragma once

#include <string>
#include <vector>

#include "src/types/model.h"

namespace kval::schemas::ytt {

// A union in a schema document: the names for `one_of=`, and rules for example values, for what names cannot
// express.
struct OneOf {
  std::string names;                   // `"int", "string"`
  std::vector<std::string> functions;  // as @schema/validation takes them
};

// Whether ytt's types can name all members: scalars by name, and one structure by the example.
bool HasOneOf(const types::Model& model, const types::Union& choice);
// `with_null`: null is allowed besides the members.
OneOf OneOfText(const types::Model& model, const types::Union& choice, bool with_null);

}  // namespace kval::schemas::ytt
