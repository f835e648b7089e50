#pragma once

#include <vector>

#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Check lines and the end of the block that they stand in.
class CheckParser : private NodeReader {
 public:
  CheckParser(ParseState& state, Grammar& grammar) : NodeReader(state), grammar_(grammar) {}

  // The lines of an indented block, with the dedent behind them.
  std::vector<CheckLine> ParseCheckLines();
  // The dedent behind a block. It is missing when a closing bracket inside of the block stands left of it.
  void EndBlock();

 private:
  Grammar& grammar_;
};

}  // namespace kval::kcl::syntax
