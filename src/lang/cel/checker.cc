#include "src/lang/cel/checker.h"

#include "src/support/native_stack.h"

namespace kval::cel {

const Type* LiteralType(const Value& value) {
  return TypeOfValue(value);
}

void SetResolution(Expr* expr, const Scopes::Found& found) {
  expr->kind = ExprKind::kIdent;
  expr->slot = found.slot;
  expr->operand = nullptr;
  if (found.named != nullptr) {
    expr->kind = ExprKind::kLiteral;
    expr->is_constant = true;
    expr->literal = Value::OfType(found.named);
  }
}

void DropTarget(Expr* expr, std::string_view function) {
  expr->name = function;
  expr->is_member = false;
  expr->op = Op::kFunction;
  expr->args = expr->args.subspan(1);
}

void Checker::Check(Expr* expr) {
  CheckExpr(expr);
  FinishTypes(expr);
}

const Type* Checker::Fail(const Expr* at, std::string message) {
  errors_.push_back({at->at, std::move(message)});
  return &kErrorType;
}

const Type* Checker::Mismatch(const Expr* at, const Type* expected, const Type* found) {
  return Fail(at, "expected type '" + Text(expected) + "' but found '" + Text(found) + "'");
}

const Type* Checker::Undeclared(const Expr* at, std::string_view name) {
  const Type* failed = Fail(
      at, "undeclared reference to '" + std::string(name) + "' (in container '" + scopes_.container() + "')");
  errors_.back().is_undeclared = true;
  return failed;
}

void Checker::CheckExpr(Expr* expr) {
  NeedStack();
  switch (expr->kind) {
    case ExprKind::kLiteral:
      expr->type = LiteralType(expr->literal);
      return;
    case ExprKind::kIdent:
      expr->type = CheckIdent(expr);
      return;
    case ExprKind::kSelect:
      expr->type = CheckSelect(expr);
      return;
    case ExprKind::kCall:
      expr->type = CheckCall(expr);
      return;
    case ExprKind::kList:
      expr->type = CheckList(expr);
      return;
    case ExprKind::kMap:
      expr->type = CheckMap(expr);
      return;
    case ExprKind::kObject:
      expr->type = CheckObject(expr);
      return;
    case ExprKind::kComprehension:
      expr->type = CheckComprehension(expr);
      return;
  }
}

// Whether the name is one of a variable or a type; then the expression is that.
bool Checker::TakeName(Expr* expr, std::string_view name) {
  const auto found = scopes_.Find(name);
  if (!found) {
    return false;
  }
  SetResolution(expr, *found);
  if (found->named == nullptr) {
    expr->type = found->type;
    return true;
  }
  const Type* named = found->named;
  if (named->kind == TypeKind::kList) {
    named = types_.List(&kDynType);
  } else if (named->kind == TypeKind::kMap) {
    named = types_.Map(&kDynType, &kDynType);
  } else if (named->kind == TypeKind::kOptional) {
    named = types_.Optional(&kDynType);
  }
  expr->type = types_.TypeOf(named);
  return true;
}

const Type* Checker::CheckIdent(Expr* expr) {
  return TakeName(expr, expr->name) ? expr->type : Undeclared(expr, expr->name);
}

const Type* Checker::CheckSelect(Expr* expr) {
  if (!expr->is_test) {
    const auto name = QualifiedName(*expr);
    if (name && TakeName(expr, *name)) {
      return expr->type;
    }
  }
  const Type* type = CheckField(expr, expr->operand, expr->name, false);
  return expr->is_test ? &kBoolType : substitution_.Apply(type, false);
}

const Type* Checker::CheckField(Expr* expr, Expr* operand, std::string_view field, bool is_optional) {
  CheckExpr(operand);
  const Type* target = substitution_.Apply(operand->type, false);
  if (target->kind == TypeKind::kOptional) {
    target = target->item();
    is_optional = true;
  }
  const Type* result = &kDynType;
  switch (target->kind) {
    case TypeKind::kMap:
      result = target->value();
      break;
    case TypeKind::kObject:
      result = target->fields == nullptr ? nullptr : target->fields->Find(field);
      if (result == nullptr) {
        result = Fail(expr, "undefined field '" + std::string(field) + "'");
      }
      break;
    case TypeKind::kParameter:
      substitution_.IsAssignable(&kDynType, target);
      break;
    default:
      if (!IsDynOrError(*target)) {
        Fail(expr, "type '" + Text(target) + "' does not support field selection");
      }
  }
  return is_optional ? types_.Optional(result) : result;
}

const Type* Checker::CheckOptionalSelect(Expr* expr) {
  CheckExpr(expr->args[1]);
  const Type* type = CheckField(expr, expr->args[0], expr->args[1]->literal.text(), true);
  return substitution_.Apply(type, false);
}

// `sets.contains(…)` is parsed as the call of a member of `sets`.
bool Checker::TakeFunctionOfNamespace(Expr* expr) {
  const auto name_space = QualifiedName(*expr->args[0]);
  if (!name_space) {
    return false;
  }
  const auto overloads = scopes_.FindFunction(*name_space + "." + std::string(expr->name));
  if (overloads.empty()) {
    return false;
  }
  DropTarget(expr, overloads[0]->function);
  return true;
}

const Type* Checker::CheckCall(Expr* expr) {
  if (expr->op == Op::kOptionalSelect) {
    return CheckOptionalSelect(expr);
  }
  if (expr->is_member && !TakeFunctionOfNamespace(expr)) {
    for (Expr* arg : expr->args.subspan(1)) {
      CheckExpr(arg);
    }
    CheckExpr(expr->args[0]);
  } else {
    for (Expr* arg : expr->args) {
      CheckExpr(arg);
    }
  }
  if (expr->op == Op::kAnd || expr->op == Op::kOr) {
    return ResolveLogic(expr);
  }
  const auto overloads = scopes_.FindFunction(expr->name);
  if (overloads.empty()) {
    return Undeclared(expr, expr->name);
  }
  expr->name = overloads[0]->function;
  return Resolve(expr, overloads);
}

const Type* Checker::ResolveLogic(Expr* expr) {
  const Type* result = &kBoolType;
  for (Expr* arg : expr->args) {
    if (!substitution_.IsAssignable(arg->type, &kBoolType)) {
      result = Mismatch(arg, &kBoolType, arg->type);
    }
  }
  return result;
}

const Type* Checker::Resolve(Expr* expr, std::span<const Overload* const> overloads) {
  std::vector<const Type*> arg_types;
  for (const Expr* arg : expr->args) {
    arg_types.push_back(arg->type);
  }
  std::vector<const Overload*> fitting;
  // A type that nothing has decided yet is taken for that of the first overload; the value that comes may be
  // of another, so that these are tried, too, when none of the first fits it.
  std::vector<const Overload*> others;
  const Type* result = nullptr;
  for (const Overload* overload : overloads) {
    if (overload->is_member != expr->is_member || overload->params.size() != arg_types.size()) {
      continue;
    }
    std::vector<const Type*> params(overload->params.begin(), overload->params.end());
    const Type* overload_result = overload->result;
    if (overload->parameter_count > 0) {
      const uint32_t base = substitution_.MakeFreshParameter(overload->parameter_count);
      for (const Type*& param : params) {
        param = substitution_.Renumber(param, base);
      }
      overload_result = substitution_.Renumber(overload_result, base);
    }
    if (!substitution_.AreAssignable(arg_types, params)) {
      others.push_back(overload);
      continue;
    }
    fitting.push_back(overload);
    const Type* found = substitution_.Apply(overload_result, false);
    if (result == nullptr) {
      result = found;
    } else if (!IsDyn(*result) && !SameType(*found, *result)) {
      result = &kDynType;
    }
  }
  if (result != nullptr) {
    fitting.insert(fitting.end(), others.begin(), others.end());
    expr->overloads = types_.arena().Copy(std::span<const Overload* const>(fitting));
    return result;
  }
  std::string applied;
  for (size_t i = 0; i < arg_types.size(); ++i) {
    const bool is_target = expr->is_member && i == 0;
    applied += i > (expr->is_member ? 1 : 0) ? ", " : "";
    applied += Text(arg_types[i]) + (is_target ? ".(" : "");
  }
  return Fail(expr, "found no matching overload for '" + std::string(expr->name) + "' applied to '" +
                        (expr->is_member ? "" : "(") + applied + ")'");
}

const Type* Checker::ItemType(Expr* item, Optionality presence) {
  if (presence == Optionality::kRequired) {
    return item->type;
  }
  const Type* type = substitution_.Apply(item->type, false);
  if (type->kind == TypeKind::kOptional) {
    return type->item();
  }
  if (!IsDynOrError(*type)) {
    return Mismatch(item, types_.Optional(type), type);
  }
  return type;
}

const Type* Checker::Join(const Type* previous, const Type* current) {
  if (previous == nullptr) {
    return current;
  }
  if (substitution_.IsAssignable(previous, current)) {
    return MostGeneral(previous, current);
  }
  // Literals with mixed kinds are reported later (constants.h), because string.format permits them.
  return &kDynType;
}

const Type* Checker::CheckList(Expr* expr) {
  const Type* item_type = nullptr;
  for (size_t i = 0; i < expr->args.size(); ++i) {
    CheckExpr(expr->args[i]);
    const Optionality presence = expr->optionals.empty() ? Optionality::kRequired : expr->optionals[i];
    item_type = Join(item_type, ItemType(expr->args[i], presence));
  }
  return types_.List(item_type == nullptr ? substitution_.MakeFreshParameter() : item_type);
}

const Type* Checker::CheckMap(Expr* expr) {
  const Type* key_type = nullptr;
  const Type* value_type = nullptr;
  for (size_t i = 0; i < expr->args.size(); i += 2) {
    Expr* key = expr->args[i];
    Expr* value = expr->args[i + 1];
    CheckExpr(key);
    key_type = Join(key_type, key->type);
    CheckExpr(value);
    const Optionality presence = expr->optionals.empty() ? Optionality::kRequired : expr->optionals[i / 2];
    value_type = Join(value_type, ItemType(value, presence));
  }
  if (key_type == nullptr) {
    key_type = substitution_.MakeFreshParameter();
    value_type = substitution_.MakeFreshParameter();
  }
  return types_.Map(key_type, value_type);
}

const Type* Checker::CheckFields(Expr* expr, const Type* type) {
  for (size_t i = 0; i < expr->args.size(); ++i) {
    const Type* field = type->fields->Find(expr->fields[i]);
    const Optionality presence = expr->optionals.empty() ? Optionality::kRequired : expr->optionals[i];
    const Type* found = ItemType(expr->args[i], presence);
    if (field == nullptr) {
      Fail(expr->args[i], "undefined field '" + std::string(expr->fields[i]) + "'");
    } else if (!substitution_.IsAssignable(field, found)) {
      Fail(expr->args[i], "expected type of field '" + std::string(expr->fields[i]) + "' is '" + Text(field) +
                              "' but provided type is '" + Text(found) + "'");
    }
  }
  return type;
}

const Type* Checker::CheckObject(Expr* expr) {
  for (Expr* value : expr->args) {
    CheckExpr(value);
  }
  const auto found = scopes_.Find(expr->name);
  if (!found) {
    const Type* type = scopes_.FindGeneratedType(expr->name, types_);
    return type == nullptr ? Undeclared(expr, expr->name) : CheckFields(expr, type);
  }
  return found->named == nullptr
             ? Fail(expr, "'" + std::string(found->type->name) + "' is not a type")
             : Fail(expr, "'" + std::string(found->named->name) + "' is not a message type");
}

void Checker::Require(const Expr* expr, const Type* type) {
  if (!substitution_.IsAssignable(type, expr->type)) {
    Mismatch(expr, type, expr->type);
  }
}

const Type* Checker::CheckComprehension(Expr* expr) {
  Comprehension& loop = *expr->comprehension;
  CheckExpr(loop.range);
  CheckExpr(loop.initial);
  const Type* range = substitution_.Apply(loop.range->type, false);
  loop.accumulator_slot = scopes_.Push(loop.accumulator, loop.initial->type);
  const Type* first = &kDynType;
  const Type* second = &kDynType;
  switch (range->kind) {
    case TypeKind::kList:
      first = HasSecondVariable(loop) ? &kIntType : range->item();
      second = range->item();
      break;
    case TypeKind::kMap:
      first = range->key();
      second = range->value();
      break;
    case TypeKind::kDyn:
    case TypeKind::kError:
    case TypeKind::kParameter:
      substitution_.IsAssignable(&kDynType, range);
      break;
    default:
      first = second =
          Fail(loop.range, "expression of type '" + Text(range) +
                               "' cannot be range of a comprehension (must be list, map, or dynamic)");
  }
  loop.slot = scopes_.Push(loop.variable, first);
  if (HasSecondVariable(loop)) {
    loop.second_slot = scopes_.Push(loop.second_variable, second);
  }
  CheckExpr(loop.condition);
  Require(loop.condition, &kBoolType);
  CheckExpr(loop.step);
  Require(loop.step, loop.initial->type);
  scopes_.Pop();
  if (HasSecondVariable(loop)) {
    scopes_.Pop();
  }
  CheckExpr(loop.result);
  scopes_.Pop();
  return substitution_.Apply(loop.result->type, false);
}

// Type parameters are resolved after the whole program is checked.
void Checker::FinishTypes(Expr* expr) {
  NeedStack();
  if (expr->type != nullptr) {
    expr->type = substitution_.Apply(expr->type, true);
  }
  if (expr->operand != nullptr) {
    FinishTypes(expr->operand);
  }
  for (Expr* arg : expr->args) {
    FinishTypes(arg);
  }
  if (expr->comprehension != nullptr) {
    Comprehension& loop = *expr->comprehension;
    for (Expr* part : {loop.range, loop.initial, loop.condition, loop.step, loop.result}) {
      FinishTypes(part);
    }
  }
}

}  // namespace kval::cel
