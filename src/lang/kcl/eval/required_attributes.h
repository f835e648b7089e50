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
  // The instances that Check found since that were united in a literal: nothing was evaluated for what they
  // became.
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
