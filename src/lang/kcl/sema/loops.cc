#include "src/lang/kcl/sema/loops.h"

#include <string>
#include <vector>

#include "src/lang/kcl/sema/access_checker.h"
#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/scopes.h"
#include "src/lang/kcl/sema/type_kinds.h"

// Source: KCL's resolver/loop.rs.
namespace kval::kcl::sema {

void Loops::WalkClauses(std::span<const ForClause> clauses) {
  for (const ForClause& clause : clauses) {
    const Type* iterated = walker_.WalkPlain(clause.iterable);
    DeclareLoopVariables(clause.variables, iterated, clause.iterable->span);
    for (const Expr* condition : clause.conditions) {
      walker_.WalkPlain(condition);
    }
  }
}

// One variable is the item of a list, the key of a config, a character; of two the first is the index or the
// key.
void Loops::DeclareLoopVariables(std::span<const Name> variables, const Type* iterated, source::Span at) {
  if (variables.size() > 2) {
    diagnostics_.Report(
        diag::Kind::kKclCompile, variables[2].span,
        "the number of loop variables is " + std::to_string(variables.size()) + ", which can only be 1 or 2");
  }
  std::vector<const Type*> members = {iterated};
  if (iterated->kind == TypeKind::kUnion) {
    members.assign(iterated->members.begin(), iterated->members.end());
  }
  const bool pair = variables.size() > 1;
  std::vector<const Type*> first;
  std::vector<const Type*> second;
  for (const Type* member : members) {
    if (IsAny(member)) {
      first.push_back(types_.any());
      second.push_back(types_.any());
    } else if (member->kind == TypeKind::kList) {
      first.push_back(pair ? types_.integer() : member->element);
      second.push_back(member->element);
    } else if (IsStr(member)) {
      first.push_back(pair ? types_.integer() : types_.string());
      second.push_back(types_.string());
    } else if (member->kind == TypeKind::kDict) {
      first.push_back(member->key);
      second.push_back(member->element);
    } else if (IsSchema(member)) {
      first.push_back(types_.string());
      second.push_back(member->schema->has_index_signature ? member->schema->index_value : types_.any());
    } else {
      diagnostics_.Report(diag::Kind::kKclCompile, at,
                          "'" + types_.Text(member) + "' object is not iterable");
    }
  }
  for (size_t i = 0; i < variables.size(); ++i) {
    // The roles of more than two variables are unknown.
    const Type* type = variables.size() > 2 ? types_.any() : types_.Sup(i == 0 ? first : second);
    names_.Bind(variables[i], types_.Widen(type));
  }
}

const Type* Loops::WalkListComprehension(const ListComprehensionExpr& expr) {
  const Expected element = expectations_.Of(expectations_.Top(), context_.program.ast.names.Intern("[]"));
  scopes_.Enter(ScopeKind::kLoop);
  WalkClauses(expr.clauses);
  if (expr.item->kind == ExprKind::kStarred) {
    diagnostics_.Report(diag::Kind::kKclCompile, expr.item->span,
                        "list unpacking cannot be used in list comprehension");
  }
  expectations_.Push(element);
  const Type* item = walker_.Walk(expr.item);
  expectations_.Pop();
  scopes_.Leave();
  return types_.List(item);
}

const Type* Loops::WalkDictComprehension(const DictComprehensionExpr& expr) {
  const Expected outer = expectations_.Top();
  scopes_.Enter(ScopeKind::kLoop);
  WalkClauses(expr.clauses);
  const ConfigEntry& entry = expr.entry;
  const Type* key = types_.any();
  if (entry.kind != EntryKind::kPair || entry.key.empty()) {
    diagnostics_.Report(diag::Kind::kKclCompile, entry.span,
                        "dict unpacking cannot be used in dict comprehension");
  } else {
    const KeyStep& first = entry.key.front();
    key = first.kind == KeyStepKind::kName     ? names_.Resolve(first.name)
          : first.kind == KeyStepKind::kString ? types_.StrLiteral(first.name.symbol)
                                               : walker_.WalkPlain(first.expr);
    for (const KeyStep& step : entry.key.subspan(1)) {
      key = step.kind == KeyStepKind::kIndex ? access_.IndexType(key, step.expr, entry.key_span)
                                             : attributes_.LoadAttribute(key, step.name, step.span());
    }
    if (!IsAny(key) && !IsKey(key)) {
      diagnostics_.Report(diag::Kind::kKclAttribute, entry.key_span,
                          "A attribute must be string type, got '" + types_.Text(key) + "'");
    }
  }
  const bool is_dict = outer.type && outer.type->kind == TypeKind::kDict;
  expectations_.Push(is_dict ? Expected{outer.type->element, outer.at} : Expected());
  const Type* value = entry.value ? walker_.Walk(entry.value) : types_.any();
  expectations_.Pop();
  scopes_.Leave();
  return types_.Dict(key, value);
}

const Type* Loops::WalkQuantifier(const QuantifierExpr& expr) {
  scopes_.Enter(ScopeKind::kLoop);
  const Type* iterated = walker_.WalkPlain(expr.iterable);
  DeclareLoopVariables(expr.variables, iterated, expr.iterable->span);
  if (expr.condition) {
    walker_.WalkPlain(expr.condition);
  }
  const Type* item = walker_.WalkPlain(expr.body);
  scopes_.Leave();
  switch (expr.quantifier) {
    case QuantifierKind::kAll:
    case QuantifierKind::kAny:
      return types_.boolean();
    case QuantifierKind::kFilter:
      return iterated;
    case QuantifierKind::kMap:
      return types_.List(item);
  }
  return types_.any();
}

}  // namespace kval::kcl::sema
