#pragma once

#include "src/lang/kcl/sema/type.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/source/span.h"

namespace kval::kcl::sema {

// The interface of the type checker to its components, which are mutually recursive: expressions contain all
// other nodes, lambdas contain statements, and a name may be an alias whose type is not resolved yet. Each
// component uses lower ones directly (components.h) and higher ones by this; `Checker` combines them.
class Walker {
 public:
  // Returns the type of an expression, and checks its parts against the expected type (expectations.h).
  virtual const Type* Walk(const Expr* expr) = 0;
  // The same without an expected type.
  virtual const Type* WalkPlain(const Expr* expr) = 0;
  // The same with the expected type `type`, which is declared `at`; reports a mismatch.
  virtual const Type* WalkExpecting(const Expr* expr, const Type* type, source::Span at) = 0;
  // Returns the type of the statement's value; relevant only at the end of a lambda.
  virtual const Type* WalkStmt(const Stmt* stmt) = 0;
  virtual const Type* WalkStmts(Stmts stmts) = 0;
  // Resolves a global of the package if it is an alias that is not resolved yet.
  virtual void ResolveAlias(int32_t global) = 0;

 protected:
  ~Walker() = default;
};

}  // namespace kval::kcl::sema
