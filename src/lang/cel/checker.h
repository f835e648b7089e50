#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/program_error.h"
#include "src/lang/cel/scopes.h"
#include "src/lang/cel/substitution.h"

namespace kval::cel {

// Determines the type of every expression, and resolves names and calls. Errors have cel-go's text; the
// expression gets the error type, which is compatible with every type. Source: cel-go, checker/checker.go.
class Checker {
 public:
  Checker(const Environment& environment, TypeArena& types, std::vector<ProgramError>& errors)
      : scopes_(environment), types_(types), substitution_(types), errors_(errors) {}

  void Check(Expr* expr);
  size_t slot_count() const { return scopes_.slot_count(); }

 private:
  void CheckExpr(Expr* expr);
  const Type* CheckIdent(Expr* expr);
  const Type* CheckSelect(Expr* expr);
  const Type* CheckField(Expr* expr, Expr* operand, std::string_view field, bool is_optional);
  const Type* CheckCall(Expr* expr);
  const Type* CheckOptionalSelect(Expr* expr);
  const Type* CheckList(Expr* expr);
  const Type* CheckMap(Expr* expr);
  const Type* CheckObject(Expr* expr);
  const Type* CheckFields(Expr* expr, const Type* type);
  const Type* CheckComprehension(Expr* expr);

  bool TakeName(Expr* expr, std::string_view name);
  bool TakeFunctionOfNamespace(Expr* expr);
  const Type* Resolve(Expr* expr, std::span<const Overload* const> overloads);
  const Type* ResolveLogic(Expr* expr);
  const Type* ItemType(Expr* item, Optionality presence);
  const Type* Join(const Type* previous, const Type* current);
  void Require(const Expr* expr, const Type* type);
  void FinishTypes(Expr* expr);

  const Type* Fail(const Expr* at, std::string message);
  const Type* Mismatch(const Expr* at, const Type* expected, const Type* found);
  const Type* Undeclared(const Expr* at, std::string_view name);
  std::string Text(const Type* type) { return TypeText(*substitution_.Apply(type, true)); }

  Scopes scopes_;
  TypeArena& types_;
  Substitution substitution_;
  std::vector<ProgramError>& errors_;
};

// The type of a literal.
const Type* LiteralType(const Value& value);
// Converts a resolved name to a variable or type expression.
void SetResolution(Expr* expr, const Scopes::Found& found);
// Converts a member call to the call of a namespaced function (`sets.contains`).
void DropTarget(Expr* expr, std::string_view function);

}  // namespace kval::cel
