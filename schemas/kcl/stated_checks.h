#pragma once

#include <string>
#include <vector>

#include "schemas/kcl/recognize.h"
#include "src/types/model.h"

namespace kval::schemas::kcl {

// A predicate for a check line with a custom message whose condition consists of built-in tests. KCL
// evaluates it to produce the message; writers of languages with messages can use the tests instead.
class StatesTests {
 public:
  struct OfAttribute {
    std::string attribute;
    AttributeRule rule;
  };
  virtual ~StatesTests() = default;
  virtual const std::vector<OfAttribute>& tests() const = 0;
};

// Replaces such check lines by their tests, with messages, at the tested attributes. Used when the model is
// written in another language.
void StateTestsAtAttributes(types::Model& model);

}  // namespace kval::schemas::kcl
