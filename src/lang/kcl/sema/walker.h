#pragma once

#include "src/lang/kcl/sema/type.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/source/span.h"

namespace kval::kcl::sema {

// The interface of the checker to its parts: expressions contain everything, lambdas contain statements, and
// a name may be an alias whose type is not resolved yet. Each part gets this, the Context and the lower parts
// that it uses; `Checker` combines them.
class Walker {
 public:
  // Returns the type of an expression, and checks its parts against the expected type (expectations.h).
  virtual const Type* Walk(const Expr* expr) = 0;
  // The same where nothing is expected.
  virtual const Type* WalkPlain(const Expr* expr) = 0;
  // The same where `type` is expected, which was declared `at`; reports what does not fit.
  virtual const Type* WalkExpecting(const Expr* expr, const Type* type, source::Span at) = 0;
  // The type of the value that the statement leaves behind; matters at the end of a lambda only.
  virtual const Type* WalkStmt(const Stmt* stmt) = 0;
  virtual const Type* WalkStmts(Stmts stmts) = 0;
  // Finds the type of a global of the package, if that is an alias and it was not found before.
  virtual void ResolveAlias(int32_t global) = 0;

 protected:
  ~Walker() = default;
};

}  // namespace kval::kcl::sema
