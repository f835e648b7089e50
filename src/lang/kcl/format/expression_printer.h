#pragma once

#include <span>

#include "src/lang/kcl/format/type_printer.h"
#include "src/lang/kcl/syntax/ast.h"

namespace kval::kcl::format {

// Prints expressions. The lines of collections are kept together or apart as they are in the file.
class ExpressionPrinter : protected TypePrinter {
 public:
  using TypePrinter::TypePrinter;

 protected:
  ~ExpressionPrinter() = default;

  void Expression(const Expr& expr);
  void SchemaInit(const SchemaInitExpr& init);
  void Step(const KeyStep& step, bool is_first, source::Span key);
  void Parameters(std::span<const Parameter> params);
  void Arguments(std::span<const Argument> args);
  // Prints the body of a lambda.
  virtual void Block(Stmts stmts) = 0;

 private:
  void Body(const Expr& expr);
  void Operation(const Expr& expr);
  void Postfix(const Expr& expr);
  void Collection(const Expr& expr);
  void Literal(const Expr& expr);
  void Float(const FloatExpr& number);
  void Slice(const SliceExpr& expr);
  void Config(const ConfigExpr& config);
  bool FitsOnLine(const ConfigExpr& config) const;
  void Entry(const ConfigEntry& entry);
  void KeyAndOperator(const ConfigEntry& entry);
  // `if`, `elif` and `else` of entries or items, each header with its body.
  template <typename Branches, typename PrintBody>
  void Conditional(const Branches& branches, const PrintBody& print_body);
  void EntryLines(std::span<const ConfigEntry> entries);
  void List(const ListExpr& list);
  void ItemLines(Exprs items);
  void ListComprehension(const ListComprehensionExpr& expr);
  void DictComprehension(const DictComprehensionExpr& expr);
  void Clauses(std::span<const ForClause> clauses);
  void Quantifier(const QuantifierExpr& quantifier);
  void Lambda(const LambdaExpr& lambda);
  void ShortSignature(const LambdaExpr& lambda);
  void LongSignature(const LambdaExpr& lambda);
  void Param(const Parameter& param);
};

}  // namespace kval::kcl::format
