#pragma once

#include <vector>

#include "src/lang/kcl/sema/type_table.h"
#include "src/source/span.h"

namespace kval::kcl::sema {

// What the place of an expression asks of its value: null type when nothing is known. `at` is where that was
// declared.
struct Expected {
  const Type* type = nullptr;
  source::Span at;
};

// What is expected of the expression that is being walked, and of those around it. Only asked by literals,
// whose parts are held against it; whether a whole value fits is assignability.h.
class Expectations {
 public:
  explicit Expectations(TypeTable& types) : types_(types) {}

  void Push(const Expected& expected) { expected_.push_back(expected); }
  // Of types without parts nothing is expected: the whole value is held against them.
  void PushParts(const Type* type, source::Span at);
  void Pop() { expected_.pop_back(); }
  Expected Top() const { return expected_.empty() ? Expected() : expected_.back(); }
  // What is expected of the value of a key, where `outer` is expected of the config.
  Expected Of(const Expected& outer, Symbol key);

 private:
  Expected OfUnion(const Expected& outer, Symbol key);

  TypeTable& types_;
  std::vector<Expected> expected_;
};

}  // namespace kval::kcl::sema
