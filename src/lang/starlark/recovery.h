#pragma once

#include <span>
#include <vector>

#include "src/lang/starlark/ast.h"
#include "src/lang/starlark/error.h"
#include "src/lang/starlark/variables.h"

namespace kval::starlark {

// How the code of one call goes on after a mistake, so that one run finds every one of them. A program, and a
// function that emits, leave out what fails: a value of a node, the arguments of an annotation, an
// assignment, a whole `if` or loop. Names that were to be assigned there are poisoned: what reads them fails
// silently. Other code stops.
class Recovery {
 public:
  Recovery(Variables& variables, bool goes_on) : variables_(variables), goes_on_(goes_on) {}

  // Whether `stmt`, which failed with `error`, is left out; the error is to be noted then.
  bool LeavesOut(const Stmt& stmt, const EvalError& error);
  // Skips a compound statement whose head failed; `target` is its assignment target or null. Fails if that is
  // impossible.
  Status LeaveOut(Failed failed, std::span<const Block> blocks, const Expr* target);
  // The same failure on another call is the same mistake, most likely, so it is kept once.
  void Note(Failed failed);

  bool has_faults() const { return !faults_.empty(); }
  // The end of the code: all that was noted, which is something.
  Failed Faults();

 private:
  bool GoesOn(const EvalError& error) const;
  void PoisonTargets(const Expr& target);
  void PoisonAssigned(Block block);

  Variables& variables_;
  const bool goes_on_;
  std::vector<EvalError> faults_;  // distinct ones
};

}  // namespace kval::starlark
