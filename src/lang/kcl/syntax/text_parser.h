#pragma once

#include <string_view>

#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Parses strings, their interpolations, and documentation.
class TextParser : private NodeReader {
 public:
  TextParser(ParseState& state, Grammar& grammar) : NodeReader(state), grammar_(grammar) {}

  const Expr* ParseString();
  // Parses the documentation string of a schema or a file.
  void ParseDoc(std::string_view& doc, source::Span& span);

 private:
  Grammar& grammar_;
};

}  // namespace kval::kcl::syntax
