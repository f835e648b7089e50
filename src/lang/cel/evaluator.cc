#include "src/lang/cel/evaluator.h"

#include <array>

#include "src/lang/cel/containers.h"
#include "src/lang/cel/equality.h"
#include "src/lang/cel/overload.h"
#include "src/support/native_stack.h"

// cel-go, interpreter/{interpretable,attributes,runtimecost}.go.
namespace kval::cel {

bool IsAttribute(const Expr& expr) {
  if (expr.is_constant) {
    return false;
  }
  switch (expr.kind) {
    case ExprKind::kIdent:
    case ExprKind::kSelect:
      return true;
    case ExprKind::kCall:
      return expr.op == Op::kIndex || expr.op == Op::kOptionalIndex || expr.op == Op::kOptionalSelect ||
             expr.op == Op::kConditional;
    default:
      return false;
  }
}

Value Evaluator::Evaluate(const Expr& expr) {
  if (expr.is_constant) {
    return expr.literal;
  }
  NeedStack();
  const Value value = EvaluateNode(expr);
  if (!context_.Work(1) || context_.is_over()) {
    context_.set_offset(expr.at);
    return IsFinal(value) ? value : context_.Stop();
  }
  return value;
}

Value Evaluator::EvaluateNode(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kLiteral:
      return expr.literal;
    case ExprKind::kIdent:
      return EvaluateIdent(expr);
    case ExprKind::kSelect:
      return expr.is_test ? EvaluateTest(expr) : EvaluateSelect(expr);
    case ExprKind::kCall:
      return EvaluateCall(expr);
    case ExprKind::kList:
      return EvaluateList(expr);
    case ExprKind::kMap:
      return EvaluateMap(expr);
    case ExprKind::kObject:
      return EvaluateObject(expr);
    case ExprKind::kComprehension:
      return EvaluateComprehension(expr);
  }
  return Value();
}

Value Evaluator::EvaluateIdent(const Expr& expr) {
  context_.AddCost(1);
  if (expr.slot < 0) {
    context_.set_offset(expr.at);
    return context_.Fail("no such attribute(s): " + std::string(expr.name));
  }
  return slots_[static_cast<size_t>(expr.slot)];
}

namespace {

std::string KeyText(const Value& key) {
  switch (key.kind()) {
    case ValueKind::kString:
      return std::string(key.text());
    case ValueKind::kInt:
      return std::to_string(key.integer());
    case ValueKind::kUint:
      return std::to_string(key.natural());
    case ValueKind::kBool:
      return key.boolean() ? "true" : "false";
    default:
      return TypeText(*TypeOfValue(key));
  }
}

// Returns the list index that a value denotes; nullopt if it is not a whole number.
std::optional<int64_t> PlaceOf(const Value& key) {
  switch (key.kind()) {
    case ValueKind::kInt:
      return key.integer();
    case ValueKind::kUint:
      return key.natural() <= static_cast<uint64_t>(INT64_MAX)
                 ? std::optional(static_cast<int64_t>(key.natural()))
                 : std::nullopt;
    case ValueKind::kDouble: {
      const double real = key.real();
      const bool is_place =
          real > -0x1p53 && real < 0x1p53 && static_cast<double>(static_cast<int64_t>(real)) == real;
      return is_place ? std::optional(static_cast<int64_t>(real)) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

bool HasUnknownPresence(const Value& value) {
  return IsUnknown(value) && !value.error().exists;
}

}  // namespace

bool Evaluator::Qualify(const Value& target, const Value& key, bool is_presence_test, Value* result) {
  if (target.is(ValueKind::kMap)) {
    if (target.map().Find(key, result)) {
      return true;
    }
    *result = is_presence_test ? Value() : context_.Fail("no such key: " + KeyText(key));
    return false;
  }
  if (target.is(ValueKind::kList)) {
    const auto place = PlaceOf(key);
    if (!place) {
      *result = context_.Fail("unsupported index type '" + TypeText(*TypeOfValue(key)) + "' in list");
      return false;
    }
    if (*place >= 0 && static_cast<uint64_t>(*place) < target.list().size()) {
      *result = target.list().At(static_cast<size_t>(*place));
      return true;
    }
    *result = is_presence_test ? Value() : context_.Fail("index out of bounds: " + std::to_string(*place));
    return false;
  }
  *result = is_presence_test ? Value() : context_.Fail("no such key: " + KeyText(key));
  return false;
}

// In an optional value, or with `?`: what there is, or nothing.
Value Evaluator::Optionally(const Value& target, const Value& key) {
  Value from = target;
  if (target.is(ValueKind::kOptional)) {
    if (target.held() == nullptr) {
      context_.TakeCost(1);
      return target;
    }
    from = *target.held();
  }
  Value found;
  if (Qualify(from, key, true, &found)) {
    return IsUnknown(found) ? found : context_.NewOptional(found);
  }
  // A missing field costs nothing.
  context_.TakeCost(1);
  return found.is_error() ? found : Value::Optional(nullptr);
}

Value Evaluator::EvaluateSelect(const Expr& expr) {
  const Value target = Evaluate(*expr.operand);
  if (target.is_error()) {
    return target;
  }
  context_.AddCost(IsAttribute(*expr.operand) ? 1 : 2);
  context_.set_offset(expr.at);
  const Value key = Value::String(expr.name);
  if (target.is(ValueKind::kOptional)) {
    return Optionally(target, key);
  }
  Value found;
  Qualify(target, key, false, &found);
  return found;
}

Value Evaluator::EvaluateTest(const Expr& expr) {
  const Value target = Evaluate(*expr.operand);
  if (target.is_error()) {
    return target;
  }
  if (IsAttribute(*expr.operand)) {
    context_.TakeCost(expr.operand->op == Op::kConditional ? 0 : 1);
  }
  context_.AddCost(1);
  context_.set_offset(expr.at);
  const Value key = Value::String(expr.name);
  if (target.is(ValueKind::kOptional)) {
    context_.AddCost(1);
    const Value found = Optionally(target, key);
    return found.is_error() ? found : Value::Bool(found.held() != nullptr);
  }
  Value found;
  const bool is_there = Qualify(target, key, true, &found);
  return HasUnknownPresence(found) || (found.is_error() && !is_there) ? found : Value::Bool(is_there);
}

Value Evaluator::EvaluateCall(const Expr& expr) {
  switch (expr.op) {
    case Op::kFunction:
      return expr.appends && !collections_.empty() ? Append(expr) : EvaluateFunction(expr);
    case Op::kAnd:
      return EvaluateLogic(expr, false);
    case Op::kOr:
      return EvaluateLogic(expr, true);
    case Op::kConditional:
      return EvaluateConditional(expr);
    case Op::kNotStrictlyFalse: {
      const Value value = Evaluate(*expr.args[0]);
      context_.AddCost(1);
      return IsFinal(value) || value.is(ValueKind::kBool) ? value : Value::Bool(true);
    }
    case Op::kEqual:
    case Op::kNotEqual:
      return EvaluateEqual(expr);
    case Op::kIndex:
    case Op::kOptionalIndex:
      return EvaluateIndex(expr);
    case Op::kOptionalSelect:
      return EvaluateOptionalSelect(expr);
    case Op::kIn:
      return EvaluateIn(expr);
    case Op::kOptionalOr:
    case Op::kOptionalOrValue:
      return EvaluateOptionalOr(expr);
  }
  return Value();
}

// `decisive` is the operand that determines the result; errors count only without it, and an unknown operand
// before other errors.
Value Evaluator::EvaluateLogic(const Expr& expr, bool decisive) {
  Value error;
  for (const Expr* arg : expr.args) {
    const Value value = Evaluate(*arg);
    if (IsFinal(value) || (value.is(ValueKind::kBool) && value.boolean() == decisive)) {
      return value;
    }
    if (!value.is(ValueKind::kBool) && (!error.is_error() || IsUnknown(value))) {
      context_.set_offset(arg->at);
      error = value.is_error() ? value : context_.NoSuchOverload();
    }
  }
  return error.is_error() ? error : Value::Bool(!decisive);
}

Value Evaluator::EvaluateConditional(const Expr& expr) {
  const Value condition = Evaluate(*expr.args[0]);
  if (!condition.is(ValueKind::kBool)) {
    context_.set_offset(expr.at);
    return condition.is_error() ? condition : context_.NoSuchOverload();
  }
  const Expr& branch = *expr.args[condition.boolean() ? 1 : 2];
  const Value value = Evaluate(branch);
  if (IsAttribute(branch) && branch.op != Op::kConditional && !value.is_error()) {
    context_.TakeCost(1);
  }
  return value;
}

Value Evaluator::EvaluateEqual(const Expr& expr) {
  const Value a = Evaluate(*expr.args[0]);
  const Value b = Evaluate(*expr.args[1]);
  if (a.is_error() || b.is_error()) {
    return a.is_error() ? a : b;
  }
  context_.set_offset(expr.at);
  // The cost is in characters, which are counted.
  if (!context_.WorkOnBytes(TextSize(a) + TextSize(b))) {
    return context_.Stop();
  }
  const bool is_opaque = a.kind() >= ValueKind::kQuantity;
  const uint64_t size = std::min(SizeForCost(a), SizeForCost(b));
  context_.AddCost(is_opaque ? 1 : (size + 9) / 10);
  const Value equal = Equal(context_, a, b);
  if (expr.op == Op::kEqual || IsFinal(equal) || IsUnknown(equal)) {
    return equal;
  }
  return Value::Bool(!equal.is_true());
}

Value Evaluator::EvaluateIn(const Expr& expr) {
  const Value item = Evaluate(*expr.args[0]);
  const Value range = Evaluate(*expr.args[1]);
  if (item.is_error() || range.is_error()) {
    return item.is_error() ? item : range;
  }
  context_.set_offset(expr.at);
  if (range.is(ValueKind::kMap)) {
    context_.WorkOnBytes(TextSize(item));
    context_.AddCost(1);
    Value found;
    const bool is_there = range.map().Find(item, &found);
    return HasUnknownPresence(found) ? found : Value::Bool(is_there);
  }
  if (!range.is(ValueKind::kList)) {
    return context_.NoSuchOverload();
  }
  if (!expr.args[1]->is_constant) {
    context_.AddCost(range.list().size());
  }
  return Contains(context_, range.list(), item);
}

Value Evaluator::EvaluateIndex(const Expr& expr) {
  const Value target = Evaluate(*expr.args[0]);
  if (target.is_error()) {
    return target;
  }
  if (target.is(ValueKind::kOptional) && target.held() == nullptr) {
    context_.AddCost(IsAttribute(*expr.args[0]) ? 0 : 1);
    return target;  // the index is not evaluated
  }
  const Value key = Evaluate(*expr.args[1]);
  if (key.is_error()) {
    return key;
  }
  if (IsAttribute(*expr.args[1]) && expr.args[1]->op != Op::kConditional) {
    context_.TakeCost(1);
  }
  context_.AddCost(IsAttribute(*expr.args[0]) ? 1 : 2);
  context_.set_offset(expr.at);
  context_.WorkOnBytes(TextSize(key));
  if (!IsKey(key)) {
    return context_.Fail("invalid qualifier type: " + TypeText(*TypeOfValue(key)));
  }
  if (expr.op == Op::kOptionalIndex || target.is(ValueKind::kOptional)) {
    return Optionally(target, key);
  }
  Value found;
  Qualify(target, key, false, &found);
  return found;
}

Value Evaluator::EvaluateOptionalSelect(const Expr& expr) {
  const Value target = Evaluate(*expr.args[0]);
  if (target.is_error()) {
    return target;
  }
  context_.AddCost(IsAttribute(*expr.args[0]) ? 1 : 2);
  context_.set_offset(expr.at);
  return Optionally(target, expr.args[1]->literal);
}

Value Evaluator::EvaluateOptionalOr(const Expr& expr) {
  const Value target = Evaluate(*expr.args[0]);
  if (target.is_error()) {
    return target;
  }
  if (!target.is(ValueKind::kOptional)) {
    return target;
  }
  if (target.held() != nullptr) {
    return expr.op == Op::kOptionalOr ? target : *target.held();
  }
  return Evaluate(*expr.args[1]);
}

Value Evaluator::EvaluateFunction(const Expr& expr) {
  std::array<Value, 4> few;
  std::vector<Value> many;
  std::span<Value> args(few.data(), expr.args.size());
  if (expr.args.size() > few.size()) {
    many.resize(expr.args.size());
    args = many;
  }
  for (size_t i = 0; i < args.size(); ++i) {
    args[i] = Evaluate(*expr.args[i]);
    if (args[i].is_error()) {
      context_.AddCost(1);
      return args[i];
    }
  }
  context_.set_offset(expr.at);
  // Kubernetes counts 1 for functions that look at a whole text, such as `size`.
  uint64_t bytes = 0;
  for (const Value& arg : args) {
    bytes += TextSize(arg);
  }
  if (!context_.WorkOnBytes(bytes)) {
    return context_.Stop();
  }
  for (const Overload* overload : expr.overloads) {
    // Who is the target of a call does not matter any more (cel-go, interpreter/planner.go).
    bool fits = overload->run != nullptr;
    for (size_t i = 0; fits && i < args.size(); ++i) {
      fits = Accepts(*overload->params[i], args[i]);
    }
    if (fits) {
      Call call{context_, args, *overload};
      const Value result = overload->run(call);
      context_.AddCost(overload->cost == nullptr || result.is_error() ? 1 : overload->cost(call, result));
      return result;
    }
  }
  return context_.Fail("no such overload: " + std::string(expr.name));
}

Value Evaluator::EvaluateList(const Expr& expr) {
  std::vector<Value> items;
  items.reserve(expr.args.size());
  for (size_t i = 0; i < expr.args.size(); ++i) {
    Value item = Evaluate(*expr.args[i]);
    if (item.is_error()) {
      return item;
    }
    if (!expr.optionals.empty() && expr.optionals[i] == Optionality::kOptional) {
      if (!item.is(ValueKind::kOptional)) {
        context_.set_offset(expr.at);
        return context_.Fail("cannot initialize optional list element from non-optional value");
      }
      if (item.held() == nullptr) {
        continue;
      }
      item = *item.held();
    }
    items.push_back(item);
  }
  context_.AddCost(10);
  return context_.NewList(items);
}

Value Evaluator::EvaluateMap(const Expr& expr) {
  MapBuilder builder(expr.args.size() / 2);
  for (size_t i = 0; i < expr.args.size(); i += 2) {
    const Value key = Evaluate(*expr.args[i]);
    if (key.is_error()) {
      return key;
    }
    Value value = Evaluate(*expr.args[i + 1]);
    if (value.is_error()) {
      return value;
    }
    context_.set_offset(expr.at);
    if (!IsKey(key)) {
      return context_.Fail("unsupported key type: " + TypeText(*TypeOfValue(key)));
    }
    if (!expr.optionals.empty() && expr.optionals[i / 2] == Optionality::kOptional) {
      if (!value.is(ValueKind::kOptional)) {
        return context_.Fail("cannot initialize optional entry '" + KeyText(key) +
                             "' from non-optional value");
      }
      if (value.held() == nullptr) {
        builder.Remove(key);
        continue;
      }
      value = *value.held();
    }
    builder.Set(key, value);
  }
  context_.AddCost(30);
  if (!context_.heap().Reserve(MapBuilder::BytesFor(builder.size()))) {
    return context_.Stop();
  }
  return Value::OfMap(builder.Publish(context_.heap()));
}

// Source: cel-go, interpreter/interpretable.go (evalObj); apiserver, pkg/cel/mutation.
Value Evaluator::EvaluateObject(const Expr& expr) {
  if (expr.type == nullptr || expr.type->kind != TypeKind::kObject) {
    return context_.Fail("unknown type: " + std::string(expr.name));
  }
  const bool is_patch = expr.type->name == "JSONPatch";
  MapBuilder builder(expr.args.size());
  for (size_t i = 0; i < expr.args.size(); ++i) {
    Value value = Evaluate(*expr.args[i]);
    if (value.is_error()) {
      return value;
    }
    context_.set_offset(expr.at);
    const Value key = Value::String(expr.fields[i]);
    if (!expr.optionals.empty() && expr.optionals[i] == Optionality::kOptional) {
      if (!value.is(ValueKind::kOptional)) {
        return context_.Fail("cannot initialize optional entry '" + KeyText(key) +
                             "' from non-optional value");
      }
      if (value.held() == nullptr) {
        builder.Remove(key);
        continue;
      }
      value = *value.held();
    }
    if (is_patch && expr.fields[i] != "value" && !value.is(ValueKind::kString)) {
      return context_.Fail("unexpected type " + TypeText(*TypeOfValue(value)) + " for JSONPatchType '" +
                           std::string(expr.fields[i]) + "' field");
    }
    builder.Set(key, value);
  }
  context_.AddCost(40);
  if (!context_.heap().Reserve(MapBuilder::BytesFor(builder.size()) + sizeof(TypedMap))) {
    return context_.Stop();
  }
  const Map* const fields = builder.Publish(context_.heap());
  return Value::OfMap(context_.heap().New<TypedMap>(expr.type, fields));
}

}  // namespace kval::cel
