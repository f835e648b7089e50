#pragma once

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Parses the attributes of schemas.
class AttributeParser : private NodeReader {
 public:
  explicit AttributeParser(const Components& components) : NodeReader(components) {}

  // Returns whether the next tokens are unambiguously an attribute; `name: T` is distinguished from a
  // unification only after its type.
  bool AtAttribute() const;
  const Stmt* ParseAttribute();
  void ParseDefault(AttributeStmt& attribute);
};

}  // namespace kval::kcl::syntax
