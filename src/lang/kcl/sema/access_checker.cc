#include "src/lang/kcl/sema/access_checker.h"

#include <string>

#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/type_kinds.h"

// Source: KCL's resolver/attr.rs.
namespace kval::kcl::sema {

const Type* AccessChecker::WalkSelector(const SelectorExpr& expr) {
  const Type* value = walker_.WalkPlain(expr.value);
  if (value->kind == TypeKind::kModule && expr.optional) {
    const std::string name(context_.Text(expr.attribute.symbol));
    diagnostics_.Report(diag::Kind::kKclCompile, expr.span,
                        "For the module type, the use of '?." + name +
                            "' is unnecessary and it can be modified as '." + name + "'");
  }
  return attributes_.LoadAttribute(value, expr.attribute, expr.attribute.span);
}

const Type* AccessChecker::WalkSubscript(const SubscriptExpr& expr) {
  const Type* value = walker_.WalkPlain(expr.value);
  if (expr.optional && value->kind == TypeKind::kNone) {
    walker_.WalkPlain(expr.index);
    return types_.any();
  }
  return IndexType(value, expr.index, expr.value->span);
}

const Type* AccessChecker::IndexType(const Type* object, const Expr* index, source::Span at) {
  if (IsAny(object)) {
    walker_.WalkPlain(index);
    return object;
  }
  if (IsStr(object) || object->kind == TypeKind::kList) {
    walker_.WalkExpecting(index, types_.integer(), {});
    return object->kind == TypeKind::kList ? object->element : types_.string();
  }
  const Type* key = walker_.WalkPlain(index);
  if (!IsConfig(object)) {
    diagnostics_.Report(diag::Kind::kKclCompile, at,
                        "'" + types_.Text(object) + "' object is not subscriptable");
    return types_.invalid();
  }
  const Type* element = object->kind == TypeKind::kDict       ? object->element
                        : object->schema->has_index_signature ? object->schema->index_value
                                                              : types_.any();
  if (IsAny(key) || key->kind == TypeKind::kNone) {
    return element;
  }
  if (!IsKey(key)) {
    diagnostics_.Report(diag::Kind::kKclCompile, at,
                        "invalid dict/schema key type: '" + types_.Text(key) + "'");
    return types_.invalid();
  }
  if (key->kind == TypeKind::kStrLiteral) {
    Name name;
    name.symbol = context_.program.ast.names.Intern(key->text);
    name.span = index->span;
    return attributes_.LoadAttribute(object, name, at);
  }
  return element;
}

const Type* AccessChecker::WalkSlice(const SliceExpr& expr) {
  const Type* value = walker_.WalkPlain(expr.value);
  const bool is_sequence = IsStr(value) || value->kind == TypeKind::kList;
  for (const Expr* bound : {expr.lower, expr.upper, expr.step}) {
    if (bound && is_sequence) {
      walker_.WalkExpecting(bound, types_.integer(), {});
    } else if (bound) {
      walker_.WalkPlain(bound);
    }
  }
  if (IsAny(value)) {
    return value;
  }
  if (is_sequence) {
    return value->kind == TypeKind::kList ? value : types_.string();
  }
  diagnostics_.Report(diag::Kind::kKclCompile, expr.value->span,
                      IsConfig(value) ? std::string("unhashable type: 'slice'")
                                      : "'" + types_.Text(value) + "' object is not subscriptable");
  return types_.invalid();
}

}  // namespace kval::kcl::sema
