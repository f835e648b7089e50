#pragma once

#include <vector>

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Parses check lines and the end of their block.
class CheckParser : private NodeReader {
 public:
  explicit CheckParser(const Components& components) : NodeReader(components) {}

  // Parses the lines of an indented block, and the dedent after it.
  std::vector<CheckLine> ParseCheckLines();
  // Reads the dedent after a block. It is missing if a closing bracket inside the block is left of its
  // indentation.
  void EndBlock();
};

}  // namespace kval::kcl::syntax
