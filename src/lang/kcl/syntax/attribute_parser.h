#pragma once

#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/header_parser.h"
#include "src/lang/kcl/syntax/node_reader.h"
#include "src/lang/kcl/syntax/text_parser.h"
#include "src/lang/kcl/syntax/type_parser.h"

namespace kval::kcl::syntax {

// Parses the attributes of schemas.
class AttributeParser : private NodeReader {
 public:
  AttributeParser(ParseState& state, Grammar& grammar, TypeParser& types, TextParser& strings,
                  HeaderParser& headers)
      : NodeReader(state), grammar_(grammar), types_(types), strings_(strings), headers_(headers) {}

  // Returns whether the next tokens are unambiguously an attribute; `name: T` is distinguished from a
  // unification only after its type.
  bool AtAttribute() const;
  const Stmt* ParseAttribute();
  void ParseDefault(AttributeStmt& attribute);

 private:
  Grammar& grammar_;
  TypeParser& types_;
  TextParser& strings_;
  HeaderParser& headers_;
};

}  // namespace kval::kcl::syntax
