#pragma once

#include <vector>

#include "src/lang/kcl/eval/components.h"
#include "src/lang/kcl/syntax/stmt.h"

namespace kval::kcl::eval {

// Runs packages, and holds the results of the main package.
class Packages : private Components {
 public:
  explicit Packages(const Components& components) : Components(components) {}

  // Runs a package after the packages that it imports. Returns false after a failure.
  bool Run(int32_t package);
  // Globals and values of expression statements of the main package merged into one (kcl.md, 8).
  Value Result();

 private:
  void RunStatements(Stmts body, int32_t package);
  void RunStatement(const Stmt& stmt, int32_t package);
  void AddScalar(const Value& value, bool is_schema);
  DictBuilder VisibleGlobals();

  std::vector<Value> scalars_;  // of expression statements of the main package
  size_t schema_scalar_ = 0;    // where the instance among them is
};

}  // namespace kval::kcl::eval
