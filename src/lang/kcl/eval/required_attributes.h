#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/kcl/eval/context.h"
#include "src/lang/kcl/eval/layout.h"

namespace kval::kcl::eval {

// Attributes that an instance must have.
class RequiredAttributes {
 public:
  explicit RequiredAttributes(Context& context) : context_(context) {}

  // Fails for each that an instance in the value lacks. `made_by` is the default of an index signature that
  // the value is united with.
  void Check(const Value& value, size_t depth = 0, source::Span made_by = {});
  // Returns the instances found by Check since the last call that were united in a literal: their united
  // values were not evaluated.
  std::vector<Value> TakeUnited() { return std::exchange(united_, {}); }
  // Whether the instance itself lacks one.
  bool IsIncomplete(const Value& instance);

 private:
  void CheckOwn(const runtime::Schema& schema, source::Span at, source::Span made_by);
  const Layout* WithSignatureDefault(const Value& instance);

  Context& context_;
  std::vector<Value> united_;
};

}  // namespace kval::kcl::eval
