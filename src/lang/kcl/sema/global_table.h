#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// The globals of a package: their declarations, the statements that set them, and their declared types.
class GlobalTable : private Components {
 public:
  explicit GlobalTable(const Components& components) : Components(components) {}

  // Creates the globals of the package, with the statements that assign each.
  void DeclareGlobals();
  // Determines the declared types of the globals.
  void TypeAll();
  // Returns the type of the global lambda of that name, for calls before its statement; null if there is
  // none.
  const Type* LambdaOf(Symbol name) const;

 private:
  void DeclareSchema(const Stmt* stmt, const Name& name, GlobalKind kind);
  void DeclareStatements(Stmts stmts, bool is_branch);
  void DeclareTarget(const Target& target, bool may_repeat);
  void Place(Symbol name, bool is_fixed);
  void CollectSetters(Stmts stmts);
  void TypeGlobals(Stmts stmts);
  void NoteLambda(const AssignStmt& stmt);
  void TypeTarget(const Target& target, const TypeExpr& type);

  std::unordered_map<Symbol, const Type*> early_lambdas_;  // globals that are lambdas
  std::unordered_set<Symbol> fixed_;  // names that keep the location of their first declaration
  int32_t next_place_ = 0;
};

}  // namespace kval::kcl::sema
