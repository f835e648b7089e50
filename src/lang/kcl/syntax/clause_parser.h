#pragma once

#include <vector>

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// The clauses of comprehensions: `for x, y in z if c`.
class ClauseParser : private NodeReader {
 public:
  explicit ClauseParser(const Components& components) : NodeReader(components) {}

  std::vector<ForClause> ParseForClauses();
  // Reports that a loop variable is followed by neither a comma nor `in`.
  void FailLoopVariable();

 private:
  ForClause ParseForClause();
};

}  // namespace kval::kcl::syntax
