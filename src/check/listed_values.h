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

// The same for consecutive values of one document. Indexes a long list by hash after repeated use.
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
