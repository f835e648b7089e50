#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "src/lang/kcl/sema/type_table.h"

namespace kval::kcl::sema {

// The types of the entries of a config literal, gathered one by one; `Finish` makes the literal's type.
class EntryTypes {
 public:
  explicit EntryTypes(TypeTable& types) : types_(types) {}

  // What a key or a value may be; which key has which value is not said.
  void AddKey(const Type* type) { keys_.push_back(type); }
  void AddValue(const Type* type) { values_.push_back(type); }
  // One more value of a key.
  void Add(Symbol name, const Type* type, source::Span span);
  // Takes the place of what is known of the key.
  void Set(const DictAttribute& attribute);
  const Type* Finish();

 private:
  TypeTable& types_;
  std::vector<const Type*> keys_;
  std::vector<const Type*> values_;
  std::vector<DictAttribute> attributes_;        // their types are known at the end
  std::vector<std::vector<const Type*>> given_;  // by attribute: the types of its values
  std::unordered_map<Symbol, size_t> places_;    // by name
};

}  // namespace kval::kcl::sema
