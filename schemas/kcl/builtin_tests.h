#pragma once

#include <string>
#include <vector>

#include "schemas/kcl/recognize.h"
#include "src/types/model.h"

namespace kval::schemas::kcl {

// A predicate for a check line with a custom message whose condition consists of built-in tests. KCL
// evaluates it to produce the message; writers of languages with messages can use the tests instead.
class HasBuiltinTests {
 public:
  struct AttributeTest {
    std::string attribute;
    AttributeRule rule;
  };
  virtual ~HasBuiltinTests() = default;
  virtual const std::vector<AttributeTest>& tests() const = 0;
};

// Replaces such check lines by their tests, with messages, at the tested attributes. Used when the model is
// written in another language.
void MoveTestsToAttributes(types::Model& model);

}  // namespace kval::schemas::kcl
