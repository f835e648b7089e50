#pragma once

#include <span>
#include <string>
#include <string_view>

#include "src/lang/kcl/syntax/ast.h"

namespace kval::kcl {

// Writes syntax trees for Dump. Recursive: the parser limits the depth of a tree.
class Dumper {
 public:
  explicit Dumper(const Interner& names) : names_(names) {}

  std::string Take() { return std::move(out_); }

  void Statements(Stmts stmts);
  void Statement(const Stmt& stmt);
  void Expression(const Expr& expr);
  void Type(const TypeExpr& type);

 private:
  void Text(const Name& name) { out_ += names_.Text(name.symbol); }
  void Path(std::span<const Name> path);
  void Quoted(std::string_view text);
  void Child(const Expr* expr);
  void Child(const TypeExpr& type);
  void Optional(const TypeExpr* type);
  void Children(Exprs exprs);
  void TargetPath(const Target& target);
  void Steps(std::span<const KeyStep> steps);
  void Check(const Expr* condition, const Expr* guard, const Expr* message);
  void Import(const ImportStmt& import);
  void Arguments(std::span<const Argument> args);
  void Params(std::span<const Parameter> params);
  void Decorators(std::span<const Decorator> decorators);
  void Checks(std::span<const CheckLine> checks);
  void Schema(const SchemaStmt& schema);
  void Rule(const RuleStmt& rule);
  void Attribute(const AttributeStmt& attribute);
  void Entry(const ConfigEntry& entry);
  void Entries(std::span<const ConfigEntry> entries);
  void Clauses(std::span<const ForClause> clauses);
  void Interpolated(const InterpolatedExpr& expr);
  void Composite(const Expr& expr);
  void Postfix(const Expr& expr);
  void Collection(const Expr& expr);

  const Interner& names_;
  std::string out_;
};

}  // namespace kval::kcl
