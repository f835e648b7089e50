#pragma once

#include <vector>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/program_error.h"
#include "src/lang/cel/scopes.h"

namespace kval::cel {

// Resolves names and calls of an unchecked program. An undefined name fails only when it is evaluated.
// Source: cel-go, interpreter/planner.go.
class Resolver {
 public:
  Resolver(const Environment& environment, Arena& arena, std::vector<ProgramError>& errors)
      : scopes_(environment), arena_(arena), errors_(errors) {}

  void Resolve(Expr* expr);
  size_t slot_count() const { return scopes_.slot_count(); }

 private:
  void ResolveCall(Expr* expr);
  void ResolveComprehension(Comprehension& loop);

  Scopes scopes_;
  Arena& arena_;
  std::vector<ProgramError>& errors_;
};

}  // namespace kval::cel
