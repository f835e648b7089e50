#pragma once

#include <span>
#include <string>
#include <string_view>

#include "src/lang/kcl/format/expression_printer.h"
#include "src/lang/kcl/syntax/ast.h"

namespace kval::kcl::format {

// Prints a syntax tree without errors as KCL's formatter does. A printer is for one file.
//
// Source: KCL's crates/ast_pretty (0.13).
class StatementPrinter final : private ExpressionPrinter {
 public:
  using ExpressionPrinter::ExpressionPrinter;

  // `doc`: the docstring of the file; without value if there is none.
  std::string Print(const FileAst& ast, source::Span doc);

 private:
  uint32_t EndLine(const Stmt& stmt, const Stmt& next) const;
  void Statements(Stmts stmts);
  void Statement(const Stmt& stmt);
  void Block(Stmts stmts) override;
  void Assign(const AssignStmt& assign);
  void AugAssign(const AugAssignStmt& assign);
  void Unification(const UnificationStmt& stmt);
  void If(const IfStmt& stmt);
  void Assert(const AssertStmt& stmt);
  void ExprList(const ExprStmt& stmt);
  void Import(const ImportStmt& import);
  void Schema(const SchemaStmt& schema);
  void Mixins(std::span<const SchemaRef> mixins);
  void Signature(const IndexSignature& signature);
  void Rule(const RuleStmt& rule);
  void Attribute(const AttributeStmt& attribute);
  void AttributeName(std::string_view name);
  void Decorators(std::span<const Decorator> decorators);
  void Checks(std::span<const CheckLine> checks);
  void TargetPath(const Target& target);
  void Bases(std::span<const SchemaRef> bases);
};

}  // namespace kval::kcl::format
