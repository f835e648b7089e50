#pragma once

#include <vector>

#include "src/lang/kcl/eval/chains.h"
#include "src/lang/kcl/eval/interpreter.h"
#include "src/lang/kcl/eval/package_state.h"

namespace kval::kcl::eval {

// The names of packages. A global is evaluated when it is first read.
class Globals {
 public:
  Globals(Interpreter& whole, Context& context, std::vector<PackageState>& packages, Chains& chains)
      : whole_(whole),
        context_(context),
        packages_(packages),
        chains_(chains),
        counts_instances_(context.program().ast.names.Find("instances").has_value()) {}

  Value Read(int32_t package, int32_t index);
  Value Find(int32_t package, Symbol name, bool* found);
  // Runs what one statement gives to a name, even if a later statement replaces it: it may make instances.
  // Where the program asks for its instances, what was read before its statement is run once more by it:
  // 0.12.4 counts what that makes, too (its tests schema/instances/simple_8 and simple_10).
  void Force(int32_t package, Symbol name, const Stmt& stmt);

 private:
  // Runs a setter whose statement is due.
  void RunSetter(GlobalState& state, size_t setter, const Stmt& stmt);
  // What the statements give it, and the same with the overrides.
  Value ReadSet(GlobalState& state);
  Value ReadOverridden(GlobalState& state);

  Interpreter& whole_;
  Context& context_;
  std::vector<PackageState>& packages_;
  Chains& chains_;
  const bool counts_instances_;
};

}  // namespace kval::kcl::eval
