#pragma once

#include <string_view>

#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Strings, what is interpolated in them, and documentation.
class TextParser : private NodeReader {
 public:
  TextParser(ParseState& state, Grammar& grammar) : NodeReader(state), grammar_(grammar) {}

  const Expr* ParseString();
  // The text of a schema or a file that says what it is.
  void ParseDoc(std::string_view& doc, source::Span& span);

 private:
  Grammar& grammar_;
};

}  // namespace kval::kcl::syntax
