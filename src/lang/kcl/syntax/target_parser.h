#pragma once

#include <vector>

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Expressions taken apart: where assignments store, what config keys name.
class TargetParser : private NodeReader {
 public:
  explicit TargetParser(ParseState& state) : NodeReader(state) {}

  // Reports an expression that nothing can be assigned to.
  bool ToTarget(const Expr* expr, Target& target);
  // `a.b[0].c` as steps; false for everything else.
  bool ToPath(const Expr* expr, std::vector<KeyStep>& path);
};

}  // namespace kval::kcl::syntax
