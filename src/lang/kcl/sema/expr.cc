#include <algorithm>

#include "src/lang/kcl/sema/checker.h"

// Expressions, but for configs (config.cc), calls (call.cc) and operators (operation.cc).
// Source: KCL's resolver/node.rs, attr.rs and loop.rs.
namespace kval::kcl {
namespace {

// What may follow the colon in `${value: #json}`, in any case.
constexpr std::string_view kFormatSpecs[] = {"#json", "#yaml"};

bool IsContainer(const Type* type) {
  return type->kind == TypeKind::kList || type->kind == TypeKind::kUnion || IsConfig(type);
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

}  // namespace

const Type* Checker::Walk(const Expr* expr) {
  return Note(expr, WalkNode(expr));
}

const Type* Checker::WalkPlain(const Expr* expr) {
  expected_.push_back({});
  const Type* type = Walk(expr);
  expected_.pop_back();
  return type;
}

const Type* Checker::WalkExpecting(const Expr* expr, const Type* type, source::Span at) {
  const size_t before = diagnostics_.count();
  expected_.push_back(IsContainer(type) ? Expected{type, at.has_value() ? at : expr->span} : Expected());
  const Type* value = Walk(expr);
  expected_.pop_back();
  if (diagnostics_.count() == before) {
    MustAssign(value, type, expr->span, at);
  }
  return value;
}

const Type* Checker::WalkNode(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kInvalid:
      return types_.invalid();
    case ExprKind::kName:
      return Resolve(expr->As<NameExpr>()->name);
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kConstant:
    case ExprKind::kString:
      return LiteralType(expr);
    case ExprKind::kInterpolated:
      return WalkInterpolated(*expr->As<InterpolatedExpr>());
    case ExprKind::kUnary: {
      const UnaryExpr& unary = *expr->As<UnaryExpr>();
      const Type* operand = WalkPlain(unary.operand);
      return Unary(operand, unary.op, unary.operand->span);
    }
    case ExprKind::kBinary: {
      const BinaryExpr& binary = *expr->As<BinaryExpr>();
      const Type* left = Walk(binary.left);
      return Binary(left, Walk(binary.right), binary.op, binary.span);
    }
    case ExprKind::kCompare:
      return WalkCompare(*expr->As<CompareExpr>());
    case ExprKind::kConditional:
      return WalkConditional(*expr->As<ConditionalExpr>());
    case ExprKind::kAs:
      return WalkAs(*expr->As<AsExpr>());
    case ExprKind::kSelector:
      return WalkSelector(*expr->As<SelectorExpr>());
    case ExprKind::kProjection:
      WalkPlain(expr->As<ProjectionExpr>()->value);
      return types_.any();
    case ExprKind::kSubscript:
      return WalkSubscript(*expr->As<SubscriptExpr>());
    case ExprKind::kSlice:
      return WalkSlice(*expr->As<SliceExpr>());
    case ExprKind::kCall:
      return WalkCall(*expr->As<CallExpr>());
    case ExprKind::kSchemaInit:
      return WalkSchemaInit(*expr->As<SchemaInitExpr>());
    case ExprKind::kConfig:
      return WalkConfig(*expr->As<ConfigExpr>());
    case ExprKind::kList:
      return WalkList(*expr->As<ListExpr>());
    case ExprKind::kListComprehension:
      return WalkListComprehension(*expr->As<ListComprehensionExpr>());
    case ExprKind::kDictComprehension:
      return WalkDictComprehension(*expr->As<DictComprehensionExpr>());
    case ExprKind::kQuantifier:
      return WalkQuantifier(*expr->As<QuantifierExpr>());
    case ExprKind::kLambda:
      return WalkLambda(*expr->As<LambdaExpr>());
    case ExprKind::kParen:
      return Walk(expr->As<ParenExpr>()->inner);
    case ExprKind::kStarred:
      return WalkStarred(*expr->As<StarredExpr>());
    case ExprKind::kListIf:
      return WalkListIf(*expr->As<ListIfExpr>());
  }
  return types_.any();
}

const Type* Checker::WalkConditional(const ConditionalExpr& expr) {
  WalkPlain(expr.condition);
  const Type* then = Walk(expr.then);
  return types_.Sup(then, Walk(expr.otherwise));
}

const Type* Checker::WalkInterpolated(const InterpolatedExpr& expr) {
  for (const StringPart& part : expr.parts) {
    if (!part.expr) {
      continue;
    }
    const bool is_known = part.spec.empty() || std::find(std::begin(kFormatSpecs), std::end(kFormatSpecs),
                                                         Lower(part.spec)) != std::end(kFormatSpecs);
    if (!is_known) {
      diagnostics_.Report(diag::Kind::kKclCompile, part.expr->span,
                          std::string(part.spec) + " is a invalid format spec");
    }
    WalkPlain(part.expr);
  }
  return types_.string();
}

const Type* Checker::WalkCompare(const CompareExpr& expr) {
  const Type* left = WalkPlain(expr.first);
  for (const Comparison& comparison : expr.rest) {
    const Type* right = WalkPlain(comparison.right);
    Compare(left, right, comparison.op, expr.span);
    left = right;
  }
  return types_.boolean();
}

const Type* Checker::WalkAs(const AsExpr& expr) {
  const Type* value = Walk(expr.value);
  const Type* type = ResolveType(expr.type);
  const Type* widened = types_.Widen(value);
  if (!IsAny(value) && !IsAny(type) && !types_.Subsumes(type, widened, false) &&
      !types_.Subsumes(widened, type, false)) {
    diagnostics_.Report(diag::Kind::kKclType, expr.span,
                        "Conversion of type '" + TypeText(value) + "' to type '" + TypeText(type) +
                            "' may be a mistake because neither type sufficiently overlaps with the other");
  }
  return type;
}

const Type* Checker::WalkSelector(const SelectorExpr& expr) {
  const Type* value = WalkPlain(expr.value);
  if (value->kind == TypeKind::kModule && expr.optional) {
    const std::string name(Text(expr.attribute.symbol));
    diagnostics_.Report(diag::Kind::kKclCompile, expr.span,
                        "For the module type, the use of '?." + name +
                            "' is unnecessary and it can be modified as '." + name + "'");
  }
  return LoadAttribute(value, expr.attribute, expr.attribute.span);
}

const Type* Checker::LoadAttribute(const Type* object, const Name& attribute, source::Span at) {
  bool found = true;
  const Type* type = AttributeOf(object, attribute, found);
  if (found || Text(attribute.symbol).empty()) {
    return type;
  }
  std::string suggestion;
  if (object->kind == TypeKind::kSchema) {
    suggestion = Suggestion(Text(attribute.symbol), AttributeNames(*object->schema));
  } else if (object->kind == TypeKind::kSchemaType) {
    suggestion = Suggestion(Text(attribute.symbol), {"instances"});
  }
  diagnostics_.Report(
      diag::Kind::kKclType, at,
      "attribute " + Quoted(attribute.symbol) + " not found in '" + TypeText(object) + "'" + suggestion);
  return types_.invalid();
}

const Type* Checker::AttributeOf(const Type* object, const Name& attribute, bool& found) {
  const std::string_view name = Text(attribute.symbol);
  switch (object->kind) {
    case TypeKind::kInvalid:
    case TypeKind::kAny:
      return object;
    case TypeKind::kUnion:
      return types_.any();
    case TypeKind::kStr:
    case TypeKind::kStrLiteral:
      if (const builtins::Signature* method = builtins::FindStringMethod(name)) {
        return FunctionOf(*method);
      }
      break;
    case TypeKind::kDict:
      for (const DictAttribute& known : object->attributes) {
        if (known.name == attribute.symbol) {
          return known.type;
        }
      }
      return object->element;
    case TypeKind::kSchema:
    case TypeKind::kSchemaType: {
      const Schema& schema = *object->schema;
      if (const Attribute* known = schema.Find(attribute.symbol)) {
        return known->type;
      }
      if (schema.has_index_signature || (schema.stmt && schema.stmt->schema_kind == SchemaKind::kMixin)) {
        return types_.any();
      }
      if (object->kind == TypeKind::kSchemaType && name == "instances") {
        const FunctionParam param[] = {{program_.ast.names.Intern("full_pkg"), {}, types_.boolean(), true}};
        FunctionType function;
        function.params = param;
        function.result = types_.List(types_.any());
        return types_.Function(function);
      }
      break;
    }
    case TypeKind::kModule:
      return ModuleMember(object, attribute, found);
    case TypeKind::kNone:
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kFloat:
    case TypeKind::kBoolLiteral:
    case TypeKind::kIntLiteral:
    case TypeKind::kFloatLiteral:
    case TypeKind::kNumberMultiplier:
    case TypeKind::kNumberMultiplierLiteral:
    case TypeKind::kList:
    case TypeKind::kFunction:
      break;
  }
  found = false;
  return types_.any();
}

const Type* Checker::ModuleMember(const Type* module, const Name& attribute, bool& found) {
  if (module->package >= 0) {
    Package& package = *program_.packages[static_cast<size_t>(module->package)];
    const auto global = package.by_name.find(attribute.symbol);
    if (global == package.by_name.end()) {
      found = false;
      return types_.any();
    }
    Ref ref;
    ref.kind = RefKind::kGlobal;
    ref.package = module->package;
    ref.index = global->second;
    SetRef(attribute, ref);
    const Type* type = package.globals[static_cast<size_t>(global->second)].type;
    return type ? type : types_.any();
  }
  if (module->package <= kMissingModule) {
    MissingModule& missing = program_.missing[static_cast<size_t>(kMissingModule - module->package)];
    missing.uses.push_back(attribute.span);
    missing.attributes.push_back(attribute.symbol);
    return types_.invalid();
  }
  const std::string_view name = Text(attribute.symbol);
  const builtins::Module* system = builtins::FindSystemModule(module->text);
  if (!system) {
    return types_.any();
  }
  if (const builtins::Signature* function = builtins::FindFunction(*system, name)) {
    return FunctionOf(*function);
  }
  if (builtins::FindConstant(*system, name)) {
    return types_.integer();
  }
  if (module->text == "units" && name == builtins::kNumberMultiplierType) {
    return types_.number_multiplier();
  }
  found = false;
  return types_.any();
}

const Type* Checker::WalkSubscript(const SubscriptExpr& expr) {
  const Type* value = WalkPlain(expr.value);
  if (expr.optional && value->kind == TypeKind::kNone) {
    WalkPlain(expr.index);
    return types_.any();
  }
  return IndexType(value, expr.index, expr.value->span);
}

const Type* Checker::IndexType(const Type* object, const Expr* index, source::Span at) {
  if (IsAny(object)) {
    WalkPlain(index);
    return object;
  }
  if (IsStr(object) || object->kind == TypeKind::kList) {
    WalkExpecting(index, types_.integer(), {});
    return object->kind == TypeKind::kList ? object->element : types_.string();
  }
  const Type* key = WalkPlain(index);
  if (!IsConfig(object)) {
    diagnostics_.Report(diag::Kind::kKclCompile, at,
                        "'" + TypeText(object) + "' object is not subscriptable");
    return types_.invalid();
  }
  const Type* element = object->kind == TypeKind::kDict       ? object->element
                        : object->schema->has_index_signature ? object->schema->index_value
                                                              : types_.any();
  if (IsAny(key) || key->kind == TypeKind::kNone) {
    return element;
  }
  if (!IsKey(key)) {
    diagnostics_.Report(diag::Kind::kKclCompile, at, "invalid dict/schema key type: '" + TypeText(key) + "'");
    return types_.invalid();
  }
  if (key->kind == TypeKind::kStrLiteral) {
    Name name;
    name.symbol = program_.ast.names.Intern(key->text);
    name.span = index->span;
    return LoadAttribute(object, name, at);
  }
  return element;
}

const Type* Checker::WalkSlice(const SliceExpr& expr) {
  const Type* value = WalkPlain(expr.value);
  const bool is_sequence = IsStr(value) || value->kind == TypeKind::kList;
  for (const Expr* bound : {expr.lower, expr.upper, expr.step}) {
    if (bound && is_sequence) {
      WalkExpecting(bound, types_.integer(), {});
    } else if (bound) {
      WalkPlain(bound);
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
                                      : "'" + TypeText(value) + "' object is not subscriptable");
  return types_.invalid();
}

const Type* Checker::WalkList(const ListExpr& expr) {
  expected_.push_back(ExpectedOf(TopExpected(), program_.ast.names.Intern("[]")));
  std::vector<const Type*> types;
  for (const Expr* item : expr.items) {
    types.push_back(Walk(item));
  }
  expected_.pop_back();
  return types_.List(types_.Sup(types));
}

const Type* Checker::WalkStarred(const StarredExpr& expr) {
  const Type* value = WalkPlain(expr.value);
  std::vector<const Type*> members = {value};
  if (value->kind == TypeKind::kUnion) {
    members.assign(value->members.begin(), value->members.end());
  }
  std::vector<const Type*> items;
  for (const Type* member : members) {
    if (IsAny(member) || member->kind == TypeKind::kNone) {
      items.push_back(member);
    } else if (member->kind == TypeKind::kList) {
      items.push_back(member->element);
    } else if (member->kind == TypeKind::kDict) {
      items.push_back(member->key);
    } else if (IsSchema(member)) {
      items.push_back(types_.string());
    } else {
      diagnostics_.Report(diag::Kind::kKclCompile, expr.value->span,
                          "only list, dict, schema object can be used * unpacked, got " + TypeText(member));
      return types_.invalid();
    }
  }
  return types_.Sup(items);
}

const Type* Checker::WalkListIf(const ListIfExpr& expr) {
  std::vector<const Type*> types;
  for (const ListIfBranch& branch : expr.branches) {
    if (branch.condition) {
      WalkPlain(branch.condition);
    }
    for (const Expr* item : branch.items) {
      types.push_back(Walk(item));
    }
  }
  return types_.Sup(types);
}

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
    const Type* type = i == 0 ? types_.Sup(first) : i == 1 ? types_.Sup(second) : types_.any();
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
