#pragma once

#include <string_view>

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Parses strings, their interpolations, and documentation.
class TextParser : private NodeReader {
 public:
  explicit TextParser(const Components& components) : NodeReader(components) {}

  const Expr* ParseString();
  // Parses the documentation string of a schema or a file.
  void ParseDoc(std::string_view& doc, source::Span& span);
};

}  // namespace kval::kcl::syntax
