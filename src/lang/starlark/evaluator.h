#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "src/lang/starlark/ast.h"
#include "src/lang/starlark/error_recovery.h"
#include "src/lang/starlark/function.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/variables.h"

namespace kval::starlark {

// Returns an error with a location.
inline EvalFailure FailAt(source::Span at, std::string message) {
  return EvalFailure(std::move(message)).At(at);
}

// Runs the code of one call by walking the tree. Variables stores the variables; Recovery decides how to
// continue after errors. Errors get the location of the innermost expression with a known one.
class Evaluator {
 public:
  // `function` may be null at the top level.
  Evaluator(Interpreter& interpreter, const FunctionCode& code, const Program& program, Module* module,
            Host* host, const Function* function);

  // Set the arguments before anything runs; captured ones are then moved to cells.
  Variables& variables() { return variables_; }

  // Returns the code's result; unset if it returns nothing.
  Outcome<Value> Run();
  Outcome<ArgList> EvalArguments(std::span<const Argument> arguments);

 private:
  enum class Flow : uint8_t { kNext, kBreak, kContinue, kReturn };

  // Statements (evaluator.cc).
  Outcome<Flow> Execute(Block block);
  Outcome<Flow> Execute(const Stmt& stmt);
  Outcome<Flow> ExecuteIf(const IfStmt& stmt);
  Outcome<Flow> ExecuteFor(const ForStmt& stmt);
  Outcome<Flow> ExecuteWhile(const WhileStmt& stmt);
  Status ExecuteAssign(const AssignStmt& stmt);
  Status ExecuteLoad(const LoadStmt& stmt);
  Status ExecuteHost(const HostStmt& stmt);
  Status Assign(const Expr& target, Value value);
  Status AssignAll(const SequenceExpr& targets, Value value, source::Span at);
  Status Augment(const AssignStmt& stmt);

  // Skips a compound statement whose header failed, or fails.
  Outcome<Flow> LeaveOut(EvalFailure failed, std::span<const Block> blocks, const Expr* target);

  // Expressions (eval_expr.cc).
  Outcome<Value> Eval(const Expr& expr);
  Outcome<Value> Dispatch(const Expr& expr);
  Outcome<Value> EvalName(const NameExpr& expr);
  Outcome<Value> EvalSequence(const SequenceExpr& expr);
  Outcome<Value> EvalDict(const DictExpr& expr);
  Outcome<Value> EvalComprehension(const ComprehensionExpr& expr);
  Status AddItem(const ComprehensionExpr& expr, Value result);
  Status EvalClauses(const ComprehensionExpr& expr, size_t index, Value result);
  Outcome<Value> EvalBinary(const BinaryExpr& expr);
  Outcome<Value> EvalLogical(const BinaryExpr& expr);
  Outcome<Value> EvalConditional(const ConditionalExpr& expr);
  Outcome<Value> EvalIndex(const IndexExpr& expr);
  Outcome<Value> EvalSlice(const SliceExpr& expr);
  Outcome<Value> EvalCall(const CallExpr& expr);
  Outcome<Value> MakeFunction(const FunctionCode& code);

  Interpreter& interpreter_;
  const FunctionCode& code_;
  const Program& program_;
  Module* module_;
  Host* host_;
  Value returned_;
  Variables variables_;
  ErrorRecovery recovery_;
};

}  // namespace kval::starlark
