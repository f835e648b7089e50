#pragma once

#include <span>
#include <vector>

#include "src/lang/starlark/ast.h"
#include "src/lang/starlark/error.h"
#include "src/lang/starlark/variables.h"

namespace kval::starlark {

// Continues the code of one call after errors, so that one run finds all of them. A program, and a function
// that emits YAML, skip the failing part: a value of a node, the arguments of an annotation, an assignment, a
// whole `if` or loop. Names that the skipped part would assign are poisoned: reading them fails silently.
// Other code stops.
class ErrorRecovery {
 public:
  ErrorRecovery(Variables& variables, bool goes_on) : variables_(variables), recovers_(goes_on) {}

  // Returns whether `stmt`, which failed with `error`, is skipped; then the error must be recorded (Note).
  bool CanSkip(const Stmt& stmt, const EvalError& error);
  // Skips a compound statement whose head failed; `target` is its assignment target or null. Fails if that is
  // impossible.
  Status LeaveOut(EvalFailure failed, std::span<const Block> blocks, const Expr* target);
  // Records a failure. The same failure in another call most likely has the same cause and is recorded once.
  void Note(EvalFailure failed);

  bool has_errors() const { return !errors_.empty(); }
  // Call at the end of the code. Returns all recorded failures. Requires: there is at least one.
  EvalFailure Errors();

 private:
  bool CanContinue(const EvalError& error) const;
  void TaintTargets(const Expr& target);
  void TaintAssigned(Block block);

  Variables& variables_;
  const bool recovers_;
  std::vector<EvalError> errors_;  // distinct errors
};

}  // namespace kval::starlark
