#pragma once

#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/node_reader.h"
#include "src/lang/kcl/syntax/text_parser.h"

namespace kval::kcl::syntax {

// Parses a whole source: a file, or an interpolation in a string between `${` and `}`.
class FileParser : private NodeReader {
 public:
  FileParser(ParseState& state, Grammar& grammar, TextParser& strings)
      : NodeReader(state), grammar_(grammar), strings_(strings) {}

  FileAst ParseFile();
  // The text between `${` and `}`: an expression and an optional `: #spec`.
  StringPart ParseInterpolation(source::Span span);

 private:
  // Reads the next tokens; returns false at the end of the file.
  bool TakePiece();

  Grammar& grammar_;
  TextParser& strings_;
};

}  // namespace kval::kcl::syntax
