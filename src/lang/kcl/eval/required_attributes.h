#pragma once

#include <utility>
#include <vector>

#include "src/lang/kcl/eval/context.h"
#include "src/lang/kcl/eval/layout.h"

namespace kval::kcl::eval {

// Attributes that an instance must have.
class RequiredAttributes {
 public:
  explicit RequiredAttributes(Context& context) : context_(context) {}

  // Fails for each required attribute that an instance in the value lacks. `made_by`: the default of an index
  // signature that is merged with the value.
  void Check(const Value& value, size_t depth = 0, source::Span made_by = {});
  // Returns the instances found by Check since the last call that were united in a literal: their united
  // values were not evaluated.
  std::vector<Value> TakeUnited() { return std::exchange(united_, {}); }
  // Returns whether the instance itself, not a nested one, lacks a required attribute.
  bool IsIncomplete(const Value& instance);

 private:
  void CheckInstance(const runtime::Schema& schema, source::Span at, source::Span made_by);
  const Layout* WithSignatureDefault(const Value& instance);

  Context& context_;
  std::vector<Value> united_;
};

}  // namespace kval::kcl::eval
