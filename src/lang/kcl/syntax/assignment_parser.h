#pragma once

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Statements that begin with an expression: assignments, unifications, attributes, the expression alone.
class AssignmentParser : private NodeReader {
 public:
  explicit AssignmentParser(const Components& components) : NodeReader(components) {}

  // Returns whether a word is the name of an assignment target, even if it is a keyword in other contexts.
  bool AtName() const;
  const Stmt* ParseExprOrAssign(bool in_schema);

 private:
  const Stmt* ParseAnnotated(const Expr* first, bool in_schema);
  const Stmt* ParseUnification(const Expr* target, const NamedTypeExpr& type);
  const Stmt* ParseAugAssign(const Expr* target);
  const Stmt* ParseAssign(const Expr* first, const TypeExpr* type);
};

}  // namespace kval::kcl::syntax
