#include "src/lang/kcl/sema/lambdas.h"

#include <vector>

#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/parameters.h"
#include "src/lang/kcl/sema/scopes.h"
#include "src/lang/kcl/sema/type_resolver.h"

// Source: KCL's resolver/node.rs.
namespace kval::kcl::sema {

const Type* Lambdas::WalkLambda(const LambdaExpr& expr) {
  const std::vector<FunctionParam> params = written_types_.ParamsOf(expr.params);
  const Type* result = written_types_.ResolveType(expr.return_type);
  scopes_.Enter(ScopeKind::kLambda);
  parameters_.WalkParams(expr.params, params);
  const Type* real = types_.any();
  if (!expr.body.empty()) {
    walker_.WalkStmts(expr.body.first(expr.body.size() - 1));
    const Stmt* last = expr.body.back();
    const ExprStmt* value = last->As<ExprStmt>();
    const bool has_value = value || last->kind == StmtKind::kAssign || last->kind == StmtKind::kAugAssign ||
                           last->kind == StmtKind::kAssert;
    if (!has_value) {
      diagnostics_.Report(diag::Kind::kKclCompile, last->span,
                          "The last statement of the lambda body must be a expression e.g., x, 1, etc.");
    }
    if (value && value->exprs.size() == 1) {
      real = walker_.WalkExpecting(value->exprs[0], result,
                                   expr.return_type ? expr.return_type->span : source::Span());
    } else {
      const size_t before = diagnostics_.count();
      real = walker_.WalkStmt(last);
      if (diagnostics_.count() == before) {
        assignability_.CheckAssignable(real, result, last->span);
      }
    }
  }
  scopes_.Leave();
  FunctionType function;
  function.params = params;
  function.result = expr.return_type ? result : real;
  return types_.Function(function);
}

}  // namespace kval::kcl::sema
