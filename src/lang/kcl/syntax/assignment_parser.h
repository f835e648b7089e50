#pragma once

#include "src/lang/kcl/syntax/attribute_parser.h"
#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/node_reader.h"
#include "src/lang/kcl/syntax/postfix_parser.h"
#include "src/lang/kcl/syntax/target_parser.h"
#include "src/lang/kcl/syntax/type_parser.h"

namespace kval::kcl::syntax {

// Statements that begin with an expression: assignments, unifications, attributes, the expression alone.
class AssignmentParser : private NodeReader {
 public:
  AssignmentParser(ParseState& state, Grammar& grammar, TypeParser& types, TargetParser& targets,
                   PostfixParser& postfixes, AttributeParser& attributes)
      : NodeReader(state),
        grammar_(grammar),
        types_(types),
        targets_(targets),
        postfixes_(postfixes),
        attributes_(attributes) {}

  // Returns whether a word is the name of an assignment target, even if it is a keyword in other contexts.
  bool AtName() const;
  const Stmt* ParseExprOrAssign(bool in_schema);

 private:
  const Stmt* ParseAnnotated(const Expr* first, bool in_schema);
  const Stmt* ParseUnification(const Expr* target, const NamedTypeExpr& type);
  const Stmt* ParseAugAssign(const Expr* target);
  const Stmt* ParseAssign(const Expr* first, const TypeExpr* type);

  Grammar& grammar_;
  TypeParser& types_;
  TargetParser& targets_;
  PostfixParser& postfixes_;
  AttributeParser& attributes_;
};

}  // namespace kval::kcl::syntax
