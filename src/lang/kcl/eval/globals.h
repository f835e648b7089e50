#pragma once

#include "src/lang/kcl/eval/components.h"

namespace kval::kcl::eval {

// The globals of packages. A global is evaluated on first use.
class Globals : private Components {
 public:
  explicit Globals(const Components& components) : Components(components) {}

  Value Read(int32_t package, int32_t index);
  Value Find(int32_t package, Symbol name, bool* found);
  // Runs the assignment of one statement to a name, even if a later statement replaces it, because it may
  // create instances. If the program calls `instances()`, a statement that was already evaluated by a read is
  // evaluated again: 0.12.4 counts those instances, too (its tests schema/instances/simple_8 and simple_10).
  void Force(int32_t package, Symbol name, const Stmt& stmt);

 private:
  // Runs a setter whose statement is due.
  void RunSetter(GlobalState& state, size_t setter, const Stmt& stmt);
  // Returns the value from the statements, without and with the overrides.
  Value ReadSet(GlobalState& state);
  Value ReadOverridden(GlobalState& state);

  const bool counts_instances_ = context_.program().ast.names.Find("instances").has_value();
};

}  // namespace kval::kcl::eval
