#pragma once

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Parses a whole source: a file, or an interpolation in a string between `${` and `}`.
class FileParser : private NodeReader {
 public:
  explicit FileParser(const Components& components) : NodeReader(components) {}

  FileAst ParseFile();
  // The text between `${` and `}`: an expression and an optional `: #spec`.
  StringPart ParseInterpolation(source::Span span);

 private:
  // Reads the next tokens; returns false at the end of the file.
  bool TakePiece();
};

}  // namespace kval::kcl::syntax
