#pragma once

#include <vector>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/fault.h"
#include "src/lang/cel/scopes.h"

namespace kval::cel {

// Finds what names and calls of a program mean that is not checked: what names nothing fails only when it is
// evaluated. Source: cel-go, interpreter/planner.go.
class Resolver {
 public:
  Resolver(const Environment& environment, Arena& arena, std::vector<Fault>& faults)
      : scopes_(environment), arena_(arena), faults_(faults) {}

  void Resolve(Expr* expr);
  size_t slot_count() const { return scopes_.slot_count(); }

 private:
  void ResolveCall(Expr* expr);
  void ResolveComprehension(Comprehension& loop);

  Scopes scopes_;
  Arena& arena_;
  std::vector<Fault>& faults_;
};

}  // namespace kval::cel
