#pragma once

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Types: type_element ("|" type_element)*.
class TypeParser : private NodeReader {
 public:
  explicit TypeParser(const Components& components) : NodeReader(components) {}

  const TypeExpr* ParseType();

 private:
  const TypeExpr* ParseTypeElement();
  const TypeExpr* ParseNamedType();
  const TypeExpr* ParseLiteralType();
  const TypeExpr* ParseListType();
  const TypeExpr* ParseDictType();
  const TypeExpr* ParseFunctionType();
  const TypeExpr* ParseBasicType(TypeExprKind kind);
};

}  // namespace kval::kcl::syntax
