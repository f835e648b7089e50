#pragma once

#include <string>
#include <vector>

#include "schemas/kcl/recognize.h"
#include "src/types/model.h"

namespace kval::schemas::kcl {

// A predicate that is a check line with a message in any words, whose condition consists of built-in tests.
// KCL evaluates it for the sake of its message; a language that has messages too can state the tests.
class StatesTests {
 public:
  struct OfAttribute {
    std::string attribute;
    AttributeRule rule;
  };
  virtual ~StatesTests() = default;
  virtual const std::vector<OfAttribute>& tests() const = 0;
};

// Puts such tests, with their messages, at the attributes that they are about, in place of the check lines.
// For those who write the model in another language.
void StateTestsAtAttributes(types::Model& model);

}  // namespace kval::schemas::kcl
