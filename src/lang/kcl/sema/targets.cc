#include "src/lang/kcl/sema/targets.h"

#include "src/lang/kcl/sema/access_checker.h"
#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/member_lookup.h"
#include "src/lang/kcl/sema/member_uses.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/scopes.h"

namespace kval::kcl::sema {

const Type* Targets::StoreName(const Target& target) {
  const Symbol name = target.name.symbol;
  NameLookupResult found;
  if (scopes_.IsInside(ScopeKind::kLambda)) {
    if (!scopes_.innermost().names.Find(name)) {
      const bool is_part = !target.path.empty();
      if (is_part && !names_.Lookup(name).ok) {
        return names_.Resolve(target.name);
      }
      scopes_.Declare(name, types_.any(), target.name.span).begins_outside = is_part;
    }
    found = names_.Lookup(name);
  } else if (scopes_.IsInside(ScopeKind::kSchema)) {
    found = names_.LookupAttribute(name);
    if (const Attribute* attribute = context_.body.schema ? context_.body.schema->Find(name) : nullptr) {
      NoteDeclaredMember(target.name.span, name, attribute->span, context_);
    }
    const Type* type = context_.body.TypeOf(name);
    found.type = type ? type : types_.any();
  } else {
    found = names_.LookupGlobal(name);
  }
  context_.SetRef(target.name, found.ref);
  return found.ok ? found.type : types_.any();
}

const Type* Targets::WalkTargetPath(const Type* type, const Target& target) {
  for (const KeyStep& step : target.path) {
    if (step.kind == KeyStepKind::kIndex) {
      if (const StringExpr* key = step.expr->As<StringExpr>()) {
        members_.CheckMember(context_.program.ast.names.Intern(key->value), type, target.span, {});
      }
      type = access_.IndexType(type, step.expr, target.span);
    } else {
      members_.CheckMember(step.name.symbol, type, target.span, {});
      type = attributes_.LoadAttribute(type, step.name, target.span);
    }
  }
  return type;
}

const Type* Targets::TargetType(const Target& target, bool store) {
  const Type* type = store ? StoreName(target) : names_.Resolve(target.name);
  return WalkTargetPath(type, target);
}

void Targets::SetInferred(const Target& target, const Type* type) {
  const Symbol name = target.name.symbol;
  if (scopes_.empty()) {
    const auto found = context_.package().by_name.find(name);
    if (found != context_.package().by_name.end()) {
      Global& global = context_.package().globals[static_cast<size_t>(found->second)];
      if (IsAny(global.type ? global.type : types_.any()) && global.kind == GlobalKind::kVariable) {
        global.type = type;
      }
    }
    return;
  }
  if (scopes_.innermost().kind == ScopeKind::kLambda) {
    scopes_.innermost().names[name].type = type;
  } else {
    context_.body.types[name] = type;
  }
}

}  // namespace kval::kcl::sema
