#pragma once

#include <string>
#include <vector>

#include "src/types/model.h"

namespace kval::api {

// Adds the rules of a type in words: "at least 1", "matches `^a`". A rule with a message of the author is
// that message. Omits lists of allowed values and rules that have no words, such as functions.
void AddConstraints(const types::Model& model, const types::Type& type,
                    std::vector<std::string>& constraints);

}  // namespace kval::api
