#pragma once

#include <functional>

#include "src/types/predicate.h"
#include "src/value/value.h"

namespace kval::types {

// Interface of list predicates that compare items: duplicates are reported in addition to other errors in the
// list.
class ItemComparison {
 public:
  virtual ~ItemComparison() = default;

  // Whether an item is reliable for comparison. `is_wrong` returns whether something in a key, value or
  // collection is invalid.
  using IsWrong = std::function<bool(const value::Value& part)>;
  virtual bool IsSure(const value::Value& item, const IsWrong& is_wrong) const = 0;
};

// Implemented by predicates that can be evaluated for a value with errors in it.
class PartialTest {
 public:
  virtual ~PartialTest() = default;

  // The reported errors in the parts of a value.
  struct ErrorLookup {
    std::function<bool(const value::Value& part)> is_wrong;
    // Whether a key is unknown and probably a misspelling of a declared one.
    std::function<bool(const value::Value& key)> is_misspelt;
  };
  // Fails only if the predicate fails for every possible value of the wrong parts; otherwise holds.
  virtual PredicateResult TestPartial(const value::Value& subject, const RuleScope& scope,
                                      const ErrorLookup& soundness) const = 0;
};

}  // namespace kval::types
