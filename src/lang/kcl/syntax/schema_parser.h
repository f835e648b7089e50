#pragma once

#include <vector>

#include "src/lang/kcl/syntax/assignment_parser.h"
#include "src/lang/kcl/syntax/attribute_parser.h"
#include "src/lang/kcl/syntax/check_parser.h"
#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/header_parser.h"
#include "src/lang/kcl/syntax/node_reader.h"
#include "src/lang/kcl/syntax/parameter_parser.h"
#include "src/lang/kcl/syntax/text_parser.h"
#include "src/lang/kcl/syntax/type_parser.h"

namespace kval::kcl::syntax {

// Schemas, mixins, protocols and rules.
class SchemaParser : private NodeReader {
 public:
  SchemaParser(ParseState& state, Grammar& grammar, TypeParser& types, TextParser& strings,
               ParameterParser& parameters, HeaderParser& headers, CheckParser& checks,
               AttributeParser& attributes, AssignmentParser& assignments)
      : NodeReader(state),
        grammar_(grammar),
        types_(types),
        strings_(strings),
        parameters_(parameters),
        headers_(headers),
        checks_(checks),
        attributes_(attributes),
        assignments_(assignments) {}

  const Stmt* ParseSchema(const std::vector<Decorator>& decorators);
  const Stmt* ParseRule(const std::vector<Decorator>& decorators);

 private:
  const IndexSignature* AnyOther(source::Span at);
  void ParseSchemaBody(SchemaStmt& schema);
  bool AtCheck() const;
  // Returns whether the next tokens are `check` without its colon, or a similar word, followed by a block.
  bool AtBrokenCheck() const;
  void TakeCheckHead();
  void ParseSchemaItem(std::vector<const Stmt*>& body, SchemaStmt& schema);
  const IndexSignature* ParseIndexSignature();
  std::vector<SchemaRef> ParseMixins();

  Grammar& grammar_;
  TypeParser& types_;
  TextParser& strings_;
  ParameterParser& parameters_;
  HeaderParser& headers_;
  CheckParser& checks_;
  AttributeParser& attributes_;
  AssignmentParser& assignments_;
};

}  // namespace kval::kcl::syntax
