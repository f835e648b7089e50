#pragma once

#include <cstddef>
#include <unordered_map>
#include <unordered_set>

#include "src/lang/kcl/sema/type.h"

namespace kval::kcl {

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

}  // namespace kval::kcl
