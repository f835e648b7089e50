#pragma once

#include <utility>
#include <vector>

#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/scopes.h"

namespace kval::kcl::sema {

// What an instance lacks is found when it is made. A program with mistakes is not run, so that it is said
// here of the instances that are plain to see: KCL reports both at once.
class Incomplete {
 public:
  Incomplete(Context& context, Scopes& scopes)
      : context_(context), scopes_(scopes), diagnostics_(context.diagnostics) {}

  // Remembers an instance that a statement of the top level makes.
  void NoteInstance(const Expr* value, const Target* target);
  // Reports what those lack.
  void ReportIncomplete();

 private:
  Context& context_;
  Scopes& scopes_;
  Diagnostics& diagnostics_;
  std::vector<std::pair<const SchemaInitExpr*, const Schema*>> instances_;  // that globals are
};

}  // namespace kval::kcl::sema
