#pragma once

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Checks statements. The type of a statement is the type of its resulting value.
class StatementChecker : private Components {
 public:
  explicit StatementChecker(const Components& components) : Components(components) {}

  const Type* WalkStmts(Stmts stmts);
  const Type* WalkStmt(const Stmt* stmt);

 private:
  const Type* WalkAssign(const AssignStmt& stmt);
  const Type* WalkAugAssign(const AugAssignStmt& stmt);
  const Type* WalkUnification(const UnificationStmt& stmt);
  const Type* WalkIf(const IfStmt& stmt);
  bool IsUnited(const Target& target) const;
  void WalkAssert(const AssertStmt& stmt);

  size_t ifs_around_ = 0;
};

}  // namespace kval::kcl::sema
