#pragma once

#include <cstddef>
#include <vector>

#include "src/lang/kcl/sema/type_table.h"
#include "src/support/small_ordered_map.h"

namespace kval::kcl::sema {

// Collects the types of the entries of a config literal; `Finish` returns the literal's type.
class EntryTypes {
 public:
  // `expected` is an estimate of the number of entries. If the literal's type is not needed (the
  // configuration of an instance), nothing is collected and the type is any.
  EntryTypes(TypeTable& types, size_t expected, bool is_needed) : types_(types), is_needed_(is_needed) {
    if (is_needed) {
      keys_.reserve(expected);
      values_.reserve(expected);
      known_.Reserve(expected);
    }
  }

  bool is_needed() const { return is_needed_; }
  // Adds a type of keys or of values, independently of each other.
  void AddKey(const Type* type) {
    if (is_needed_) {
      keys_.push_back(type);
    }
  }
  void AddValue(const Type* type) {
    if (is_needed_) {
      values_.push_back(type);
    }
  }
  // Adds a value of a key.
  void Add(Symbol name, const Type* type, source::Span span);
  // Replaces the known type of the key.
  void Set(const DictAttribute& attribute);
  const Type* Finish();

 private:
  struct Known {
    const Type* type = nullptr;  // of the first value
    source::Span span;
    std::vector<const Type*> further;  // types of the other values
  };

  TypeTable& types_;
  const bool is_needed_;
  std::vector<const Type*> keys_;
  std::vector<const Type*> values_;
  SmallOrderedMap<Symbol, Known> known_;  // keys that are names
};

}  // namespace kval::kcl::sema
