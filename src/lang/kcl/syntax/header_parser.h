#pragma once

#include <vector>

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Parses the headers of schemas and rules.
class HeaderParser : private NodeReader {
 public:
  explicit HeaderParser(const Components& components) : NodeReader(components) {}

  std::vector<Decorator> ParseDecorators();
  SchemaRef ParseSchemaRef();
  const SchemaRef* ParseFor();
  // Parses the colon and the following line break; skips a broken header. Returns whether a block follows.
  bool EndHeader();
};

}  // namespace kval::kcl::syntax
