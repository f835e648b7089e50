#pragma once

#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Answers whether a type is a member of a union. Large unions that are queried repeatedly get a table of
// their members.
class UnionMembership {
 public:
  // Compares identity: a type that is assignable to a member does not count.
  bool Has(const Type& a_union, const Type* type);

 private:
  struct Members {
    size_t lookups = 0;
    std::unordered_set<const Type*> types;
  };
  std::unordered_map<const Type*, Members> members_;
};

// Checks whether a value is assignable to an expected type, and reports it if not.
class Assignability : private Components {
 public:
  explicit Assignability(const Components& components) : Components(components) {}

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

  UnionMembership large_unions_;
  int check_steps_ = 0;  // of the comparison of types in work
  int check_depth_ = 0;  // comparisons inside comparisons
};

}  // namespace kval::kcl::sema
