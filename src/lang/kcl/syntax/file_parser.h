#pragma once

#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/node_reader.h"
#include "src/lang/kcl/syntax/text_parser.h"

namespace kval::kcl::syntax {

// Parses a whole source: a file, or an interpolation in a string between `${` and `}`.
class FileParser : private NodeReader {
 public:
  FileParser(ParseState& state, Grammar& grammar, TextParser& texts)
      : NodeReader(state), grammar_(grammar), texts_(texts) {}

  FileAst ParseFile();
  // The text between `${` and `}`: an expression and an optional `: #spec`.
  StringPart ParseInterpolation(source::Span span);

 private:
  // The tokens behind those that were read; false at the end of the file.
  bool TakePiece();

  Grammar& grammar_;
  TextParser& texts_;
};

}  // namespace kval::kcl::syntax
