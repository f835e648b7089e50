#pragma once

#include <cstdint>
#include <vector>

#include "src/lang/kcl/eval/branch_table.h"
#include "src/lang/kcl/eval/options.h"
#include "src/lang/kcl/eval/setter.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/lang/kcl/sema/program.h"

namespace kval::kcl::eval {

// A global of a package with its chain of setters.
struct GlobalState {
  const kcl::Global* global = nullptr;
  int32_t package = 0;
  std::vector<Setter> setters;
  std::vector<Level> levels;
  size_t next_setter = 0;  // where Globals::Force looks first
  std::vector<const Override*> overrides;
  Level overridden;  // the value with the overrides applied
};

struct PackageState {
  std::vector<GlobalState> globals;
  BranchTable decisions;         // chains are globals
  std::vector<int32_t> decided;  // by place in the decisions
  bool started = false;
  runtime::Module module;
};

// Creates the states of a program's packages, not evaluated. `overrides` must outlive them.
std::vector<PackageState> PackageStates(const Program& program, const std::vector<Override>& overrides);

}  // namespace kval::kcl::eval
