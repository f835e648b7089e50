#include "src/lang/kcl/sema/checker.h"

// Comprehensions, quantifiers and lambdas: what binds names of its own. Source: KCL's resolver/loop.rs and
// node.rs.
namespace kval::kcl {

void Checker::WalkClauses(std::span<const ForClause> clauses) {
  for (const ForClause& clause : clauses) {
    const Type* iterated = WalkPlain(clause.iterable);
    DeclareLoopVariables(clause.variables, iterated, clause.iterable->span);
    for (const Expr* condition : clause.conditions) {
      WalkPlain(condition);
    }
  }
}

// One variable is the item of a list, the key of a config, a character; of two the first is the index or the
// key.
void Checker::DeclareLoopVariables(std::span<const Name> variables, const Type* iterated, source::Span at) {
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
      diagnostics_.Report(diag::Kind::kKclCompile, at, "'" + TypeText(member) + "' object is not iterable");
    }
  }
  for (size_t i = 0; i < variables.size(); ++i) {
    // Of more than two nobody knows what they were meant for.
    const Type* type = variables.size() > 2 ? types_.any() : types_.Sup(i == 0 ? first : second);
    const Local& local = Declare(variables[i].symbol, types_.Widen(type), variables[i].span);
    Ref ref;
    ref.kind = RefKind::kLocal;
    ref.index = local.slot;
    SetRef(variables[i], ref);
  }
}

const Type* Checker::WalkListComprehension(const ListComprehensionExpr& expr) {
  const Expected element = ExpectedOf(TopExpected(), program_.ast.names.Intern("[]"));
  Enter(ScopeKind::kLoop);
  WalkClauses(expr.clauses);
  if (expr.item->kind == ExprKind::kStarred) {
    diagnostics_.Report(diag::Kind::kKclCompile, expr.item->span,
                        "list unpacking cannot be used in list comprehension");
  }
  expected_.push_back(element);
  const Type* item = Walk(expr.item);
  expected_.pop_back();
  Leave();
  return types_.List(item);
}

const Type* Checker::WalkDictComprehension(const DictComprehensionExpr& expr) {
  const Expected outer = TopExpected();
  Enter(ScopeKind::kLoop);
  WalkClauses(expr.clauses);
  const ConfigEntry& entry = expr.entry;
  const Type* key = types_.any();
  if (entry.kind != EntryKind::kPair || entry.key.empty()) {
    diagnostics_.Report(diag::Kind::kKclCompile, entry.span,
                        "dict unpacking cannot be used in dict comprehension");
  } else {
    const KeyStep& first = entry.key.front();
    key = first.kind == KeyStepKind::kName     ? Resolve(first.name)
          : first.kind == KeyStepKind::kString ? types_.StrLiteral(Text(first.name.symbol))
                                               : WalkPlain(first.expr);
    for (const KeyStep& step : entry.key.subspan(1)) {
      key = step.kind == KeyStepKind::kIndex ? IndexType(key, step.expr, entry.key_span)
                                             : LoadAttribute(key, step.name, step.span);
    }
    if (!IsAny(key) && !IsKey(key)) {
      diagnostics_.Report(diag::Kind::kKclAttribute, entry.key_span,
                          "A attribute must be string type, got '" + TypeText(key) + "'");
    }
  }
  const bool is_dict = outer.type && outer.type->kind == TypeKind::kDict;
  expected_.push_back(is_dict ? Expected{outer.type->element, outer.at} : Expected());
  const Type* value = entry.value ? Walk(entry.value) : types_.any();
  expected_.pop_back();
  Leave();
  return types_.Dict(key, value);
}

const Type* Checker::WalkQuantifier(const QuantifierExpr& expr) {
  Enter(ScopeKind::kLoop);
  const Type* iterated = WalkPlain(expr.iterable);
  DeclareLoopVariables(expr.variables, iterated, expr.iterable->span);
  if (expr.condition) {
    WalkPlain(expr.condition);
  }
  const Type* item = WalkPlain(expr.body);
  Leave();
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

const Type* Checker::WalkLambda(const LambdaExpr& expr) {
  std::vector<FunctionParam> params;
  for (const Parameter& param : expr.params) {
    params.push_back(
        {param.name.symbol, param.name.span, ResolveType(param.type), param.default_value != nullptr});
  }
  const Type* result = ResolveType(expr.return_type);
  Enter(ScopeKind::kLambda);
  WalkParams(expr.params, params);
  const Type* real = types_.any();
  if (!expr.body.empty()) {
    WalkStmts(expr.body.first(expr.body.size() - 1));
    const Stmt* last = expr.body.back();
    const ExprStmt* value = last->As<ExprStmt>();
    const bool has_value = value || last->kind == StmtKind::kAssign || last->kind == StmtKind::kAugAssign ||
                           last->kind == StmtKind::kAssert;
    if (!has_value) {
      diagnostics_.Report(diag::Kind::kKclCompile, last->span,
                          "The last statement of the lambda body must be a expression e.g., x, 1, etc.");
    }
    if (value && value->exprs.size() == 1) {
      real =
          WalkExpecting(value->exprs[0], result, expr.return_type ? expr.return_type->span : source::Span());
    } else {
      const size_t before = diagnostics_.count();
      real = WalkStmt(last);
      if (diagnostics_.count() == before) {
        MustAssign(real, result, last->span);
      }
    }
  }
  Leave();
  FunctionType function;
  function.params = params;
  function.result = expr.return_type ? result : real;
  return types_.Function(function);
}

}  // namespace kval::kcl
