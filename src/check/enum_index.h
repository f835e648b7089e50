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
bool IsInEnum(const value::Value& value, const value::Value& listed);
bool IsInEnum(const value::Value& value, const types::OneOf& rule);

// The same for consecutive values of one document. Indexes a long list by hash after repeated use.
class EnumIndex {
 public:
  bool Has(const value::Value& value, const types::OneOf& rule, Budget& budget);

 private:
  struct IndexedEnum {
    size_t times_requested = 0;
    // A tree instead of a hash table: input that is crafted for the hash could put all values into one
    // bucket.
    std::multimap<uint64_t, const value::Value*> values;
  };
  std::unordered_map<const types::OneOf*, IndexedEnum> noted_;  // of long lists
};

}  // namespace kval::check
