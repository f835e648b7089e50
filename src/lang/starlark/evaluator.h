#pragma once

#include <cstddef>
#include <vector>

#include "src/lang/starlark/ast.h"
#include "src/lang/starlark/function.h"
#include "src/lang/starlark/interpreter.h"

namespace kval::starlark {

// Runs the code of one call. The tree is walked directly: names were resolved to slots, so that a variable is
// one access. Errors get their place from the innermost expression that knows one.
class Evaluator {
 public:
  // `function` may be null at the top level.
  Evaluator(Interpreter& interpreter, const FunctionCode& code, const Program& program, Module* module,
            Host* host, const Function* function);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // Gives the parameters their values; starlark-go, setArgs.
  Status BindArguments(const Args& args);
  // Boxes captured parameters; to be called once before anything runs.
  void MakeCells();

  // What the code returns; unset when it returns nothing.
  Outcome<Value> Run();
  Outcome<Value> Eval(const Expr& expr);
  Outcome<ArgList> EvalArguments(std::span<const Argument> arguments);

 private:
  enum class Flow : uint8_t { kNext, kBreak, kContinue, kReturn };

  Value& Slot(size_t slot) { return interpreter_.stack_[base_ + slot]; }
  Failed Fail(source::Span at, std::string message) const;

  // Arguments.
  Status BindPositional(const Args& args);
  Status BindKeywords(const Args& args, Dict* rest);
  Status BindFallbacks();

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
  void AssignName(const NameExpr& name, Value value);

  // Recovery (recovery.cc). A program, and a function that emits, leave out what fails, so that one run finds
  // every mistake: a value of a node, the arguments of an annotation, an assignment, a whole `if` or loop.
  // Names that were to be assigned there are poisoned: what reads them fails silently. Other code stops.
  bool Recovers(const EvalError& error) const;
  bool Recover(const Stmt& stmt, Outcome<Flow>& flow);
  // Leaves out a compound statement whose head failed.
  Outcome<Flow> LeaveOut(Failed failed, std::span<const Block> blocks, const Expr* target);
  void Note(Failed failed);
  void Poison(const NameExpr& name);
  void PoisonTargets(const Expr& target);
  void PoisonAssigned(Block block);
  bool IsPoisoned(const NameExpr& name) const;
  // The end of the code: all that was noted.
  Failed Faults();

  // Expressions (eval_expr.cc).
  Outcome<Value> Dispatch(const Expr& expr);
  Outcome<Value> EvalName(const NameExpr& expr);
  Outcome<Value> EvalSequence(const SequenceExpr& expr);
  Outcome<Value> EvalDict(const DictExpr& expr);
  Outcome<Value> EvalComprehension(const ComprehensionExpr& expr);
  Status EvalClauses(const ComprehensionExpr& expr, size_t index, Value result);
  Outcome<Value> EvalBinary(const BinaryExpr& expr);
  Outcome<Value> EvalLogical(const BinaryExpr& expr);
  Outcome<Value> EvalConditional(const ConditionalExpr& expr);
  Outcome<Value> EvalIndex(const IndexExpr& expr);
  Outcome<Value> EvalSlice(const SliceExpr& expr);
  Outcome<Value> EvalCall(const CallExpr& expr);
  Outcome<Value> MakeFunction(const FunctionCode& code);
  Status SpreadPositional(const Argument& argument, Value value, ArgList& list);
  Status SpreadKeywords(const Argument& argument, Value value, ArgList& list);

  Interpreter& interpreter_;
  const FunctionCode& code_;
  const Program& program_;
  Module* module_;
  Host* host_;
  const Function* function_;
  size_t base_;
  Value returned_;
  std::vector<EvalError> faults_;     // distinct ones
  std::vector<bool> poisoned_slots_;  // grown on demand
};

}  // namespace kval::starlark
