#include "src/lang/kcl/sema/union_membership.h"

#include <algorithm>

namespace kval::kcl {
namespace {

constexpr size_t kLarge = 64;
constexpr size_t kOften = 8;

}  // namespace

bool UnionMembership::Has(const Type& a_union, const Type* type) {
  const std::span<const Type* const> all = a_union.members;
  if (all.size() <= kLarge) {
    return std::find(all.begin(), all.end(), type) != all.end();
  }
  Members& members = members_[&a_union];
  if (members.types.empty() && ++members.lookups > kOften) {
    members.types.insert(all.begin(), all.end());
  }
  return members.types.empty() ? std::find(all.begin(), all.end(), type) != all.end()
                               : members.types.contains(type);
}

}  // namespace kval::kcl
