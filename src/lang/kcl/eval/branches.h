#pragma once

#include <optional>

#include "src/lang/kcl/eval/components.h"

namespace kval::kcl::eval {

// The names around an if statement, with the known decisions: the globals of a package, or the members of an
// instance.
class BranchScope {
 public:
  explicit BranchScope(PackageState& package) : package_(&package) {}
  explicit BranchScope(Instance& instance) : instance_(&instance) {}

  const BranchTable& decisions() const;
  int32_t& decided(size_t decision) const;
  Level& LevelOf(const BranchPoint::FirstSetter& first) const;

 private:
  PackageState* package_ = nullptr;
  Instance* instance_ = nullptr;
};

// Selects the branches of if statements. A statement that assigns names is decided once (decisions.h).
class Branches : private Components {
 public:
  explicit Branches(const Components& components) : Components(components) {}

  // Returns the body of the selected branch; empty if none is selected or after a failure. `part`: as in
  // BranchTable::Find.
  Stmts Taken(const IfStmt& statement, int32_t part, const BranchScope& scope, Frame* frame);
  // Whether all branches on the way to a setter are taken. Without an instance it is a global's.
  bool Hold(const Setter& setter, Instance* instance, Frame* frame);

 private:
  // Returns the index of the selected branch, or the number of branches if none is selected; nullopt after a
  // failure.
  std::optional<size_t> Of(const IfStmt& statement, Frame* frame);
  std::optional<size_t> Decided(size_t decision, const BranchScope& scope, Frame* frame);
};

}  // namespace kval::kcl::eval
