#pragma once

#include "src/lang/kcl/sema/access_checker.h"
#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/call_checker.h"
#include "src/lang/kcl/sema/config_checker.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/lambdas.h"
#include "src/lang/kcl/sema/loops.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/operations.h"
#include "src/lang/kcl/sema/type_resolver.h"

namespace kval::kcl::sema {

// Checks expressions; the larger kinds are separate parts.
class ExpressionChecker {
 public:
  ExpressionChecker(Context& context, Expectations& expectations, NameResolver& names,
                    TypeResolver& written_types, Assignability& assignability, Operations& operations,
                    CallChecker& calls, AccessChecker& access, ConfigChecker& configs, Loops& loops,
                    Lambdas& lambdas)
      : context_(context),
        expectations_(expectations),
        names_(names),
        written_types_(written_types),
        assignability_(assignability),
        operations_(operations),
        calls_(calls),
        access_(access),
        configs_(configs),
        loops_(loops),
        lambdas_(lambdas),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  const Type* Walk(const Expr* expr);
  const Type* WalkPlain(const Expr* expr);  // where nothing is expected
  const Type* WalkExpecting(const Expr* expr, const Type* type, source::Span at);

 private:
  const Type* WalkNode(const Expr* expr);
  const Type* WalkConditional(const ConditionalExpr& expr);
  const Type* WalkInterpolated(const InterpolatedExpr& expr);
  const Type* WalkCompare(const CompareExpr& expr);
  const Type* WalkAs(const AsExpr& expr);
  const Type* WalkList(const ListExpr& expr);
  const Type* WalkStarred(const StarredExpr& expr);
  const Type* WalkListIf(const ListIfExpr& expr);

  Context& context_;
  Expectations& expectations_;
  NameResolver& names_;
  TypeResolver& written_types_;
  Assignability& assignability_;
  Operations& operations_;
  CallChecker& calls_;
  AccessChecker& access_;
  ConfigChecker& configs_;
  Loops& loops_;
  Lambdas& lambdas_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
  bool is_too_deep_ = false;
};

}  // namespace kval::kcl::sema
