#pragma once

#include <optional>
#include <span>
#include <vector>

#include "src/lang/kcl/eval/interpreter.h"
#include "src/lang/kcl/eval/package_state.h"

namespace kval::kcl::eval {

// The names around an if statement, with the known decisions: the globals of a package, or the members of an
// instance.
class Scope {
 public:
  explicit Scope(PackageState& package) : package_(&package) {}
  explicit Scope(Instance& instance) : instance_(&instance) {}

  const Decisions& decisions() const;
  int32_t& decided(size_t decision) const;
  Level& LevelOf(const Decision::First& first) const;

 private:
  PackageState* package_ = nullptr;
  Instance* instance_ = nullptr;
};

// Which branches of if statements are taken. One that gives values to names is decided once (decisions.h).
class Branches {
 public:
  Branches(Interpreter& whole, Context& context, std::vector<PackageState>& packages)
      : whole_(whole), context_(context), packages_(packages) {}

  // The body that is taken, empty when none is or after a failure. `part` as in Decisions::Find.
  Stmts Taken(const IfStmt& statement, int32_t part, const Scope& scope, Frame* frame);
  // Whether all branches on the way to a setter are taken. Without an instance it is a global's.
  bool Hold(const Setter& setter, Instance* instance, Frame* frame);

 private:
  // The branch that is taken, or the number of branches; nothing after a failure.
  std::optional<size_t> Of(const IfStmt& statement, Frame* frame);
  std::optional<size_t> Decided(size_t decision, const Scope& scope, Frame* frame);

  Interpreter& whole_;
  Context& context_;
  std::vector<PackageState>& packages_;
};

}  // namespace kval::kcl::eval
