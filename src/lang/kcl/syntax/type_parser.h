#pragma once

#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Types: type_element ("|" type_element)*.
class TypeParser : private NodeReader {
 public:
  TypeParser(ParseState& state, Grammar& grammar) : NodeReader(state), grammar_(grammar) {}

  const TypeExpr* ParseType();

 private:
  const TypeExpr* ParseTypeElement();
  const TypeExpr* ParseNamedType();
  const TypeExpr* ParseLiteralType();
  const TypeExpr* ParseListType();
  const TypeExpr* ParseDictType();
  const TypeExpr* ParseFunctionType();
  const TypeExpr* ParseBasicType(TypeExprKind kind);

  Grammar& grammar_;
};

}  // namespace kval::kcl::syntax
