#pragma once

#include "src/lang/kcl/sema/access.h"
#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/calls.h"
#include "src/lang/kcl/sema/configs.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/lambdas.h"
#include "src/lang/kcl/sema/loops.h"
#include "src/lang/kcl/sema/names.h"
#include "src/lang/kcl/sema/operations.h"
#include "src/lang/kcl/sema/written_types.h"

namespace kval::kcl::sema {

// Checks expressions; the larger kinds are separate parts.
class Expressions {
 public:
  Expressions(Context& context, Expectations& expectations, Names& names, WrittenTypes& written_types,
              Assignability& assignability, Operations& operations, Calls& calls, Access& access,
              Configs& configs, Loops& loops, Lambdas& lambdas)
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
  Names& names_;
  WrittenTypes& written_types_;
  Assignability& assignability_;
  Operations& operations_;
  Calls& calls_;
  Access& access_;
  Configs& configs_;
  Loops& loops_;
  Lambdas& lambdas_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
  bool is_too_deep_ = false;
};

}  // namespace kval::kcl::sema
