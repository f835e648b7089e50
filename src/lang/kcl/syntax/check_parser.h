#pragma once

#include <vector>

#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Parses check lines and the end of their block.
class CheckParser : private NodeReader {
 public:
  CheckParser(ParseState& state, Grammar& grammar) : NodeReader(state), grammar_(grammar) {}

  // Parses the lines of an indented block, and the dedent after it.
  std::vector<CheckLine> ParseCheckLines();
  // Reads the dedent after a block. It is missing if a closing bracket inside the block is left of its
  // indentation.
  void EndBlock();

 private:
  Grammar& grammar_;
};

}  // namespace kval::kcl::syntax
