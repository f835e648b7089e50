#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/type_aliases.h"
#include "src/lang/kcl/sema/type_resolver.h"
#include "src/lang/kcl/sema/walker.h"

namespace kval::kcl::sema {

// The globals of a package: their declarations, the statements that set them, and their declared types.
class GlobalTable {
 public:
  GlobalTable(Walker& walker, Context& context, NameResolver& names, TypeResolver& written_types,
              TypeAliases& aliases)
      : walker_(walker),
        context_(context),
        names_(names),
        written_types_(written_types),
        aliases_(aliases),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

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

  Walker& walker_;
  Context& context_;
  NameResolver& names_;
  TypeResolver& written_types_;
  TypeAliases& aliases_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
  std::unordered_map<Symbol, const Type*> early_lambdas_;  // globals that are lambdas
  std::unordered_set<Symbol> fixed_;  // names that keep the location of their first declaration
  int32_t next_place_ = 0;
};

}  // namespace kval::kcl::sema
