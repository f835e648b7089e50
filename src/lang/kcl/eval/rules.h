#pragma once

#include <memory>
#include <vector>

#include "src/lang/kcl/eval/components.h"

namespace kval::kcl::eval {

// Rules: a rule is its check lines run over a configuration; its value is the configuration.
class Rules : private Components {
 public:
  explicit Rules(const Components& components) : Components(components) {}

  Value Make(const kcl::Schema& schema, const Value& config, const CallArgs& args, source::Span at);

 private:
  const Layout& LayoutFor(const kcl::Schema& schema, const Value& value);

  std::vector<std::unique_ptr<Layout>> layouts_;  // of each configuration that a rule is applied to
};

}  // namespace kval::kcl::eval
