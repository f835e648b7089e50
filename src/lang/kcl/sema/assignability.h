#pragma once

#include <vector>

#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/union_membership.h"

namespace kval::kcl::sema {

// Checks whether a value is assignable to an expected type, and reports it if not.
class Assignability {
 public:
  explicit Assignability(Context& context)
      : context_(context), types_(context.types), diagnostics_(context.diagnostics) {}

  // Reports when `from` does not fit.
  void CheckAssignable(const Type* from, const Type* to, source::Span at, source::Span declared = {},
                       source::Span attribute = {});
  // The same for the value of an expression; errors point at its invalid parts. `is_entry`: the value is a
  // config entry, and `declared` is the attribute of a schema.
  void CheckValue(const Expr& value, const Type* from, const Type* to, source::Span declared,
                  bool is_entry = false);

 private:
  void CollectMisfits(const Expr& value, const Type* to, std::vector<RelatedLocation>& misfits, int depth);
  bool CheckType(const Type* from, const Type* to, source::Span at);
  bool DictFits(const Type* dict, const Schema& schema, source::Span at);
  // Whether CheckType holds and has nothing to report.
  bool Fits(const Type* from, const Type* to);

  Context& context_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
  UnionMembership large_unions_;
  int check_steps_ = 0;  // of the comparison of types in work
  int check_depth_ = 0;  // comparisons inside comparisons
};

}  // namespace kval::kcl::sema
