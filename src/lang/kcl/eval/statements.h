#pragma once

#include "src/lang/kcl/eval/interpreter.h"
#include "src/lang/kcl/eval/name_evaluator.h"
#include "src/lang/kcl/eval/paths.h"
#include "src/lang/kcl/eval/type_conversion.h"
#include "src/lang/kcl/syntax/stmt.h"

namespace kval::kcl::eval {

// Statements that run in source order: the bodies of lambdas, and assert anywhere.
class Statements {
 public:
  Statements(Interpreter& whole, Context& context, NameEvaluator& names, Paths& paths, TypeConversion& types)
      : whole_(whole), context_(context), names_(names), paths_(paths), types_(types) {}

  // Runs statements and returns the value of the last one.
  Value Run(Stmts body, Frame* frame);
  void Assert(const AssertStmt& stmt, Frame* frame);
  // Evaluates the right side of an assignment and converts it to the declared type.
  Value AssignedValue(const AssignStmt& stmt, Frame* frame);

 private:
  [[gnu::noinline]] Value RunOne(const Stmt& stmt, Frame* frame);
  void Assign(const Target& target, const Value& value, Frame* frame);

  Interpreter& whole_;
  Context& context_;
  NameEvaluator& names_;
  Paths& paths_;
  TypeConversion& types_;
};

}  // namespace kval::kcl::eval
