#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>

#include "src/check/budget.h"
#include "src/types/rule.h"
#include "src/value/value.h"

namespace kval::check {

// Whether a value is one that a rule allows, or among all of them.
bool IsListed(const value::Value& value, const value::Value& listed);
bool IsListed(const value::Value& value, const types::OneOf& rule);

// The same for values that one document asks for in turn. A long list that is asked again and again is not
// looked through each time: what its values hash to is noted once.
class ListedValues {
 public:
  bool Has(const value::Value& value, const types::OneOf& rule, Budget& budget);

 private:
  struct Noted {
    size_t times_asked = 0;
    // A tree: who knows the hash could put all values into one bucket of a table.
    std::multimap<uint64_t, const value::Value*> values;
  };
  std::unordered_map<const types::OneOf*, Noted> noted_;  // of long lists
};

}  // namespace kval::check
