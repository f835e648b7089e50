#pragma once

#include <vector>

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Schemas, mixins, protocols and rules.
class SchemaParser : private NodeReader {
 public:
  explicit SchemaParser(const Components& components) : NodeReader(components) {}

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
};

}  // namespace kval::kcl::syntax
