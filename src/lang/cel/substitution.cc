#include "src/lang/cel/substitution.h"

#include <algorithm>

#include "src/support/native_stack.h"

namespace kval::cel {
namespace {

// Null fits them though it is no value of theirs.
bool IsNullable(const Type& type) {
  switch (type.kind) {
    case TypeKind::kObject:
    case TypeKind::kOptional:
    case TypeKind::kTimestamp:
    case TypeKind::kDuration:
    case TypeKind::kNull:
      return true;
    default:
      return type.nullable;
  }
}

bool IsLessSpecific(const Type& a, const Type& b) {
  NeedStack();
  if (IsDyn(a) || a.kind == TypeKind::kParameter) {
    return true;
  }
  if (IsDyn(b) || b.kind == TypeKind::kParameter || a.kind != b.kind) {
    return false;
  }
  switch (a.kind) {
    case TypeKind::kType:
      return true;
    case TypeKind::kList:
    case TypeKind::kMap:
    case TypeKind::kOptional:
      if (a.parameters.size() != b.parameters.size()) {
        return false;
      }
      for (size_t i = 0; i < a.parameters.size(); ++i) {
        if (!IsLessSpecific(*a.parameters[i], *b.parameters[i])) {
          return false;
        }
      }
      return true;
    default:
      return SameType(a, b);
  }
}

}  // namespace

const Type* MostGeneral(const Type* a, const Type* b) {
  return IsLessSpecific(*a, *b) ? a : b;
}

const Type* Substitution::MakeFreshParameter() {
  return types_.Parameter(MakeFreshParameter(1), "");
}

uint32_t Substitution::MakeFreshParameter(uint32_t count) {
  const auto first = static_cast<uint32_t>(bindings_.size());
  bindings_.resize(bindings_.size() + count, nullptr);
  return first;
}

bool Substitution::IsAssignable(const Type* from, const Type* to) {
  const size_t mark = changes_.size();
  if (Assign(from, to)) {
    return true;
  }
  RollBackTo(mark);
  return false;
}

bool Substitution::AreAssignable(std::span<const Type* const> from, std::span<const Type* const> to) {
  const size_t mark = changes_.size();
  if (AssignAll(from, to)) {
    return true;
  }
  RollBackTo(mark);
  return false;
}

void Substitution::Bind(const Type* parameter, const Type* type) {
  changes_.push_back({parameter->parameter, bindings_[parameter->parameter]});
  bindings_[parameter->parameter] = type;
}

void Substitution::RollBackTo(size_t mark) {
  for (; changes_.size() > mark; changes_.pop_back()) {
    bindings_[changes_.back().parameter] = changes_.back().before;
  }
}

bool Substitution::AssignAll(std::span<const Type* const> from, std::span<const Type* const> to) {
  if (from.size() != to.size()) {
    return false;
  }
  for (size_t i = 0; i < from.size(); ++i) {
    if (!Assign(from[i], to[i])) {
      return false;
    }
  }
  return true;
}

bool Substitution::Assign(const Type* from, const Type* to) {
  NeedStack();
  if (to->kind == TypeKind::kParameter) {
    const SubstituteResult answer = Substitute(from, to);
    if (answer.valid || answer.has_substitute) {
      return answer.valid;
    }
  }
  if (from->kind == TypeKind::kParameter) {
    return Substitute(to, from).valid;
  }
  if (IsDynOrError(*from) || IsDynOrError(*to)) {
    return true;
  }
  if (from->kind == TypeKind::kNull) {
    return IsNullable(*to);
  }
  if (to->kind == TypeKind::kNull) {
    return IsNullable(*from);
  }
  if (from->kind != to->kind) {
    return false;
  }
  switch (from->kind) {
    case TypeKind::kType:
      return true;
    case TypeKind::kList:
    case TypeKind::kMap:
    case TypeKind::kOptional:
      return AssignAll(from->parameters, to->parameters);
    case TypeKind::kObject:
      return from->name == to->name;
    default:
      return true;
  }
}

Substitution::SubstituteResult Substitution::Substitute(const Type* type, const Type* parameter) {
  if (type->kind == TypeKind::kParameter && type->parameter == parameter->parameter) {
    return {true, true};
  }
  if (const Type* known = GetBinding(parameter)) {
    if (SameType(*type, *known)) {
      return {true, true};
    }
    if (!Assign(type, known)) {
      return {false, true};
    }
    const Type* general = MostGeneral(type, known);
    if (DoesNotOccurIn(parameter, general)) {
      Bind(parameter, general);
    }
    return {true, true};
  }
  if (DoesNotOccurIn(parameter, type)) {
    Bind(parameter, type);
    return {true, false};
  }
  return {false, false};
}

bool Substitution::DoesNotOccurIn(const Type* parameter, const Type* within) const {
  NeedStack();
  if (within->kind == TypeKind::kParameter) {
    if (within->parameter == parameter->parameter) {
      return false;
    }
    const Type* known = GetBinding(within);
    return known == nullptr || DoesNotOccurIn(parameter, known);
  }
  return std::ranges::all_of(within->parameters,
                             [&](const Type* part) { return DoesNotOccurIn(parameter, part); });
}

const Type* Substitution::Apply(const Type* type, bool to_dyn) {
  NeedStack();
  if (const Type* known = GetBinding(type)) {
    return Apply(known, to_dyn);
  }
  if (type->kind == TypeKind::kParameter) {
    return to_dyn ? &kDynType : type;
  }
  if (type->parameters.empty()) {
    return type;
  }
  const Type* parts[2] = {};
  bool changed = false;
  for (size_t i = 0; i < type->parameters.size(); ++i) {
    parts[i] = Apply(type->parameters[i], to_dyn);
    changed = changed || parts[i] != type->parameters[i];
  }
  if (!changed) {
    return type;
  }
  Type copy = *type;
  copy.parameters = types_.arena().Copy(std::span<const Type* const>(parts, type->parameters.size()));
  return types_.arena().New<Type>(copy);
}

const Type* Substitution::Renumber(const Type* type, uint32_t base) {
  if (type->kind == TypeKind::kParameter) {
    return types_.Parameter(base + type->parameter, "");
  }
  if (type->parameters.empty()) {
    return type;
  }
  const Type* parts[2] = {};
  for (size_t i = 0; i < type->parameters.size(); ++i) {
    parts[i] = Renumber(type->parameters[i], base);
  }
  Type copy = *type;
  copy.parameters = types_.arena().Copy(std::span<const Type* const>(parts, type->parameters.size()));
  return types_.arena().New<Type>(copy);
}

}  // namespace kval::cel
