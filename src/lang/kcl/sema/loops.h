#pragma once

#include <span>

#include "src/lang/kcl/sema/access_checker.h"
#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/scopes.h"
#include "src/lang/kcl/sema/walker.h"

namespace kval::kcl::sema {

// Comprehensions and quantifiers.
class Loops {
 public:
  Loops(Walker& walker, Context& context, Scopes& scopes, Expectations& expectations, NameResolver& names,
        Attributes& attributes, AccessChecker& access)
      : walker_(walker),
        context_(context),
        scopes_(scopes),
        expectations_(expectations),
        names_(names),
        attributes_(attributes),
        access_(access),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  const Type* WalkListComprehension(const ListComprehensionExpr& expr);
  const Type* WalkDictComprehension(const DictComprehensionExpr& expr);
  const Type* WalkQuantifier(const QuantifierExpr& expr);

 private:
  void WalkClauses(std::span<const ForClause> clauses);
  void DeclareLoopVariables(std::span<const Name> variables, const Type* iterated, source::Span at);

  Walker& walker_;
  Context& context_;
  Scopes& scopes_;
  Expectations& expectations_;
  NameResolver& names_;
  Attributes& attributes_;
  AccessChecker& access_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
