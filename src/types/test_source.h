#pragma once

#include <vector>

#include "src/types/rule.h"
#include "src/value/builder.h"

namespace kval::types {

// Interface of predicates that built-in tests can express, for schema languages without code. Schema writers
// query it by dynamic_cast.
class TestSource {
 public:
  virtual ~TestSource() = default;
  // Returns tests that together hold for the values for which the predicate holds; empty if there are none.
  virtual std::vector<Test> BuiltinTests(value::Builder& build) const = 0;
};

}  // namespace kval::types
