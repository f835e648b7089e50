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
  const Type* MakeFreshParameter();
  // Creates consecutive parameters; returns the number of the first.
  uint32_t MakeFreshParameter(uint32_t count);

  // Whether type `from` is assignable to `to`. Binds parameters if it is.
  bool IsAssignable(const Type* from, const Type* to);
  bool AreAssignable(std::span<const Type* const> from, std::span<const Type* const> to);

  // Replaces bound type parameters in a type; with `to_dyn`, replaces unbound ones by dyn.
  const Type* Apply(const Type* type, bool to_dyn);
  // Returns the type with its parameters numbered from `base`.
  const Type* Renumber(const Type* type, uint32_t base);

 private:
  struct SubstituteResult {
    bool valid;
    bool has_substitute;
  };

  bool Assign(const Type* from, const Type* to);
  bool AssignAll(std::span<const Type* const> from, std::span<const Type* const> to);
  SubstituteResult Substitute(const Type* type, const Type* parameter);
  bool DoesNotOccurIn(const Type* parameter, const Type* within) const;
  const Type* GetBinding(const Type* type) const {
    return type->kind == TypeKind::kParameter ? bindings_[type->parameter] : nullptr;
  }
  void Bind(const Type* parameter, const Type* type);
  void RollBackTo(size_t mark);

  TypeArena& types_;
  std::vector<const Type*> bindings_;  // by number; null if unbound
  struct BindingChange {
    uint32_t parameter;
    const Type* before;
  };
  std::vector<BindingChange> changes_;
};

inline bool IsDyn(const Type& type) {
  return type.kind == TypeKind::kDyn;
}
inline bool IsDynOrError(const Type& type) {
  return type.kind == TypeKind::kDyn || type.kind == TypeKind::kError;
}

// Returns the more general of two compatible types.
const Type* MostGeneral(const Type* a, const Type* b);

}  // namespace kval::cel
