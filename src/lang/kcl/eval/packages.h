#pragma once

#include <vector>

#include "src/lang/kcl/eval/branches.h"
#include "src/lang/kcl/eval/globals.h"
#include "src/lang/kcl/eval/interpreter.h"
#include "src/lang/kcl/eval/statements.h"
#include "src/lang/kcl/syntax/stmt.h"

namespace kval::kcl::eval {

// Runs packages, and holds the results of the main package.
class Packages {
 public:
  Packages(Interpreter& whole, Context& context, std::vector<PackageState>& packages, Globals& globals,
           Branches& branches, Statements& statements)
      : whole_(whole),
        context_(context),
        packages_(packages),
        globals_(globals),
        branches_(branches),
        statements_(statements) {}

  // Runs a package after the packages that it imports. Returns false after a failure.
  bool Run(int32_t package);
  // Globals and values of expression statements of the main package merged into one (kcl.md, 8).
  Value Result();

 private:
  void RunStatements(Stmts body, int32_t package);
  void RunStatement(const Stmt& stmt, int32_t package);
  void AddScalar(const Value& value, bool is_schema);
  DictBuilder VisibleGlobals();

  Interpreter& whole_;
  Context& context_;
  std::vector<PackageState>& packages_;
  Globals& globals_;
  Branches& branches_;
  Statements& statements_;
  std::vector<Value> scalars_;  // of expression statements of the main package
  size_t schema_scalar_ = 0;    // where the instance among them is
};

}  // namespace kval::kcl::eval
