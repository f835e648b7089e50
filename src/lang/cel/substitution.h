#pragma once

#include <span>
#include <vector>

#include "src/lang/cel/type.h"

namespace kval::cel {

// The known values of type parameters: cel-go, checker/types.go.
class Substitution {
 public:
  explicit Substitution(TypeArena& types) : types_(types) {}

  // Creates an unbound parameter.
  const Type* Fresh();
  // Creates consecutive parameters; returns the number of the first.
  uint32_t Fresh(uint32_t count);

  // Whether type `from` is assignable to `to`. Binds parameters if it is.
  bool IsAssignable(const Type* from, const Type* to);
  bool AreAssignable(std::span<const Type* const> from, std::span<const Type* const> to);

  // Replaces bound parameters in the type; with `to_dyn`, unbound ones by dyn.
  const Type* Apply(const Type* type, bool to_dyn);
  // The type with parameters numbered from `base`.
  const Type* Renumber(const Type* type, uint32_t base);

 private:
  struct Answer {
    bool valid;
    bool has_substitute;
  };

  bool Assign(const Type* from, const Type* to);
  bool AssignAll(std::span<const Type* const> from, std::span<const Type* const> to);
  Answer Substitute(const Type* type, const Type* parameter);
  bool NotIn(const Type* parameter, const Type* within) const;
  const Type* FoundFor(const Type* type) const {
    return type->kind == TypeKind::kParameter ? known_[type->parameter] : nullptr;
  }
  void Learn(const Type* parameter, const Type* type);
  void ForgetSince(size_t mark);

  TypeArena& types_;
  std::vector<const Type*> known_;  // by number; null if unbound
  struct Change {
    uint32_t parameter;
    const Type* before;
  };
  std::vector<Change> changes_;
};

inline bool IsDyn(const Type& type) {
  return type.kind == TypeKind::kDyn;
}
inline bool IsDynOrError(const Type& type) {
  return type.kind == TypeKind::kDyn || type.kind == TypeKind::kError;
}

// The more general of two types that fit each other.
const Type* MostGeneral(const Type* a, const Type* b);

}  // namespace kval::cel
