#pragma once

#include <memory>
#include <vector>

#include "src/lang/kcl/eval/arguments.h"
#include "src/lang/kcl/eval/checks.h"
#include "src/lang/kcl/eval/decorators.h"
#include "src/lang/kcl/eval/interpreter.h"

namespace kval::kcl::eval {

// Rules: a rule is its check lines run over a configuration; its value is the configuration.
class Rules {
 public:
  Rules(Interpreter& whole, Context& context, Arguments& arguments, Decorators& decorators, Checks& checks)
      : whole_(whole), context_(context), arguments_(arguments), decorators_(decorators), checks_(checks) {}

  Value Make(const kcl::Schema& schema, const Value& config, const CallArgs& args, source::Span at);

 private:
  const Layout& LayoutFor(const kcl::Schema& schema, const Value& value);

  Interpreter& whole_;
  Context& context_;
  Arguments& arguments_;
  Decorators& decorators_;
  Checks& checks_;
  std::vector<std::unique_ptr<Layout>> layouts_;  // of each configuration that a rule is applied to
};

}  // namespace kval::kcl::eval
