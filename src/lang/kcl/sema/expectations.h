#pragma once

#include <vector>

#include "src/lang/kcl/sema/type_table.h"
#include "src/source/span.h"

namespace kval::kcl::sema {

// The expected type of an expression's value; the type is null if unknown. `at` is the declaration.
struct Expected {
  const Type* type = nullptr;
  source::Span at;
};

// The expected types of the current expression and of the enclosing ones. Used only for literals, whose parts
// are checked against them; assignability.h checks whole values.
class Expectations {
 public:
  explicit Expectations(TypeTable& types) : types_(types) {}

  void Push(const Expected& expected) { expected_.push_back(expected); }
  // Pushes the expected types of the parts of a type. A type without parts expects nothing, because the whole
  // value is checked against it.
  void PushParts(const Type* type, source::Span at);
  void Pop() { expected_.pop_back(); }
  Expected Top() const { return expected_.empty() ? Expected() : expected_.back(); }
  // Returns the expected type of a key's value, if the config has the expected type `outer`.
  Expected Of(const Expected& outer, Symbol key);

 private:
  Expected OfUnion(const Expected& outer, Symbol key);

  TypeTable& types_;
  std::vector<Expected> expected_;
};

}  // namespace kval::kcl::sema
