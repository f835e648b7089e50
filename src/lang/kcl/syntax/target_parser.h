#pragma once

#include <vector>

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Converts expressions to assignment targets and config keys.
class TargetParser : private NodeReader {
 public:
  explicit TargetParser(const Components& components) : NodeReader(components) {}

  // Reports an expression that nothing can be assigned to.
  bool ToTarget(const Expr* expr, Target& target);
  // Converts `a.b[0].c` to steps; returns false for other expressions.
  bool ToPath(const Expr* expr, std::vector<KeyStep>& path);
};

}  // namespace kval::kcl::syntax
