#pragma once

#include "src/lang/kcl/eval/components.h"
#include "src/lang/kcl/syntax/stmt.h"

namespace kval::kcl::eval {

// Statements that run in source order: the bodies of lambdas, and assert anywhere.
class Statements : private Components {
 public:
  explicit Statements(const Components& components) : Components(components) {}

  // Runs statements and returns the value of the last one.
  Value Run(Stmts body, Frame* frame);
  void Assert(const AssertStmt& stmt, Frame* frame);
  // Evaluates the right side of an assignment and converts it to the declared type.
  Value AssignedValue(const AssignStmt& stmt, Frame* frame);

 private:
  [[gnu::noinline]] Value RunOne(const Stmt& stmt, Frame* frame);
  void Assign(const Target& target, const Value& value, Frame* frame);
};

}  // namespace kval::kcl::eval
