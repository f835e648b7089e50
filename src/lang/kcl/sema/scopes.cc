#include "src/lang/kcl/sema/scopes.h"

#include <algorithm>

namespace kval::kcl::sema {

Scope& Scopes::Enter(ScopeKind kind) {
  if (count_ == scopes_.size()) {
    scopes_.emplace_back();
  }
  Scope& scope = scopes_[count_++];
  scope.kind = kind;
  scope.names.Clear();
  scope.slots = 0;
  scope.is_instance = false;
  scope.repeats_keys = false;
  loops_ += kind == ScopeKind::kLoop ? 1 : 0;
  return scope;
}

void Scopes::Leave() {
  loops_ -= innermost().kind == ScopeKind::kLoop ? 1 : 0;
  --count_;
}

bool Scopes::IsAnywhereInside(ScopeKind kind) const {
  return std::any_of(scopes_.begin(), scopes_.begin() + static_cast<std::ptrdiff_t>(count_),
                     [&](const Scope& scope) { return scope.kind == kind; });
}

Local& Scopes::Declare(Symbol name, const Type* type, source::Span span) {
  size_t scope = count_ - 1;
  while (scope > 0 &&
         (scopes_[scope].kind == ScopeKind::kConfig || scopes_[scope].kind == ScopeKind::kBlock)) {
    --scope;
  }
  Scope& home = scopes_[scope];
  Local& local = home.names[name];
  local = {type, span, home.slots++};
  return local;
}

void Scopes::DeclareKey(Symbol name, const Type* type, source::Span span) {
  innermost().names[name] = {type, span, -1};
}

bool Scopes::IsLoopVariable(Symbol name) const {
  for (size_t i = loops_ == 0 ? 0 : count_; i > 0; --i) {
    const Scope& scope = scopes_[i - 1];
    if (scope.kind == ScopeKind::kLoop && scope.names.Find(name)) {
      return true;
    }
    if (scope.kind == ScopeKind::kLambda || scope.kind == ScopeKind::kSchema) {
      return false;
    }
  }
  return false;
}

size_t Scopes::LiteralAround(size_t scope) const {
  while (scopes_[scope].kind == ScopeKind::kBlock) {
    --scope;
  }
  return scope;
}

bool Scopes::HasLambda(size_t begin, size_t end) const {
  for (size_t i = begin; i < end; ++i) {
    if (scopes_[i].kind == ScopeKind::kLambda) {
      return true;
    }
  }
  return false;
}

bool Scopes::PrecedesAttributes(Symbol name, size_t scope) const {
  size_t schema = scope;
  bool is_of_instance = false;
  for (; schema > 0 && scopes_[schema].kind != ScopeKind::kSchema; --schema) {
    is_of_instance = is_of_instance || (scopes_[LiteralAround(schema)].is_instance &&
                                        scopes_[schema].names.Find(name) != nullptr);
  }
  return !HasLambda(scope, count_) && (is_of_instance || HasLambda(schema, scope));
}

}  // namespace kval::kcl::sema
