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
      : whole_(whole), context_(context), packages_(packages), chains_(chains) {}

  Value Read(int32_t package, int32_t index);
  Value Find(int32_t package, Symbol name, bool* found);
  // Runs what one statement gives to a name, even if a later statement replaces it: it may make instances.
  void Force(int32_t package, Symbol name, const Stmt& stmt);

 private:
  // What the statements give it, and the same with the overrides.
  Value ReadSet(GlobalState& state);
  Value ReadOverridden(GlobalState& state);

  Interpreter& whole_;
  Context& context_;
  std::vector<PackageState>& packages_;
  Chains& chains_;
};

}  // namespace kval::kcl::eval
