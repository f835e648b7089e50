#include <string>

#include "src/lang/starlark/evaluator.h"
#include "src/lang/starlark/iterator.h"
#include "src/lang/starlark/methods.h"
#include "src/lang/starlark/operators.h"
#include "src/lang/starlark/ops.h"
#include "src/support/native_stack.h"

namespace kval::starlark {
namespace {

Status SpreadPositional(Interpreter& interpreter, const Argument& argument, Value value, ArgList& list) {
  Outcome<bool> iterable = Items(interpreter, value, list.positional);
  if (!iterable) {
    return iterable.Pass();
  }
  if (!*iterable) {
    return FailAt(argument.value->span,
                  "argument after * must be iterable, not " + std::string(TypeName(value)));
  }
  list.spans.resize(list.positional.size(), argument.value->span);
  return Success{};
}

Status SpreadKeywords(Interpreter& interpreter, const Argument& argument, Value value, ArgList& list) {
  if (const Struct* record = value.As<Struct>()) {
    for (const Struct::Field& field : record->fields()) {
      list.keywords.push_back({field.first, field.second, {}, {}});
    }
    return Success{};
  }
  std::vector<std::pair<Value, Value>> entries;
  if (auto* mapping = value.AsHost<HostValue>(); mapping && mapping->MappingEntries(interpreter, entries)) {
    for (const auto& [key, entry] : entries) {
      if (!key.is_string()) {
        return FailAt(argument.value->span, "keywords must be strings, not " + std::string(TypeName(key)));
      }
      list.keywords.push_back({key.text(), entry, {}, {}});
    }
    return Success{};
  }
  const Dict* dict = value.As<Dict>();
  if (!dict) {
    return FailAt(argument.value->span,
                  "argument after ** must be a mapping, not " + std::string(TypeName(value)));
  }
  for (const HashTable::Entry& entry : dict->table().entries()) {
    if (!entry.key.is_set()) {
      continue;
    }
    if (!entry.key.is_string()) {
      return FailAt(argument.value->span,
                    "keywords must be strings, not " + std::string(TypeName(entry.key)));
    }
    list.keywords.push_back({entry.key.text(), entry.value, {}, {}});
  }
  return Success{};
}

EvalFailure TooDeep(source::Span at) {
  return std::move(
      EvalFailure(diag::Kind::kLimitCallDepth, "evaluation is nested more deeply than the stack allows")
          .At(at));
}

Outcome<Value> AttributeOf(Interpreter& interpreter, const DotExpr& dot, Value object) {
  Outcome<Value> value = GetAttribute(interpreter, object, dot.name);
  if (value) {
    return value;
  }
  EvalError& error = value.error();
  error.at = error.at.has_value() ? error.at : dot.name_span;
  constexpr size_t kShownText = 60;
  const std::string_view text =
      object.is_none() ? interpreter.sources().Text(dot.object->span) : std::string_view();
  if (!text.empty() && text.size() <= kShownText && text.find('\n') == std::string_view::npos) {
    const std::string name(text);
    error.hint = "`" + name + "` is null here: give it a value, or test it first, as in `if " + name + ":`";
  }
  return value;
}

}  // namespace

Outcome<Value> Evaluator::Eval(const Expr& expr) {
  // The most common ones first and without the detour.
  if (expr.kind == ExprKind::kLiteral) {
    return static_cast<const LiteralExpr&>(expr).value;
  }
  if (expr.kind == ExprKind::kName) {
    return EvalName(static_cast<const NameExpr&>(expr));
  }
  if (!HasStack()) {
    return TooDeep(expr.span);
  }
  Outcome<Value> value = Dispatch(expr);
  if (!value && !value.error().at.has_value()) {
    value.error().at = expr.span;
  }
  return value;
}

Outcome<Value> Evaluator::Dispatch(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kName:
      return EvalName(static_cast<const NameExpr&>(expr));
    case ExprKind::kLiteral:
      return static_cast<const LiteralExpr&>(expr).value;
    case ExprKind::kList:
    case ExprKind::kTuple:
      return EvalSequence(static_cast<const SequenceExpr&>(expr));
    case ExprKind::kDict:
      return EvalDict(static_cast<const DictExpr&>(expr));
    case ExprKind::kComprehension:
      return EvalComprehension(static_cast<const ComprehensionExpr&>(expr));
    case ExprKind::kUnary: {
      Outcome<Value> operand = Eval(*static_cast<const UnaryExpr&>(expr).operand);
      if (!operand) {
        return operand;
      }
      return Unary(interpreter_, static_cast<const UnaryExpr&>(expr).op, *operand);
    }
    case ExprKind::kBinary:
      return EvalBinary(static_cast<const BinaryExpr&>(expr));
    case ExprKind::kLogical:
      return EvalLogical(static_cast<const BinaryExpr&>(expr));
    case ExprKind::kConditional:
      return EvalConditional(static_cast<const ConditionalExpr&>(expr));
    case ExprKind::kDot: {
      const auto& dot = static_cast<const DotExpr&>(expr);
      Outcome<Value> object = Eval(*dot.object);
      if (!object) {
        return object;
      }
      return AttributeOf(interpreter_, dot, *object);
    }
    case ExprKind::kIndex:
      return EvalIndex(static_cast<const IndexExpr&>(expr));
    case ExprKind::kSlice:
      return EvalSlice(static_cast<const SliceExpr&>(expr));
    case ExprKind::kCall:
      return EvalCall(static_cast<const CallExpr&>(expr));
    case ExprKind::kLambda:
      return MakeFunction(*static_cast<const LambdaExpr&>(expr).code);
  }
  return EvalFailure("unknown expression");
}

Outcome<Value> Evaluator::EvalName(const NameExpr& expr) {
  const Scope scope = expr.ref.scope;
  const Value value = variables_.Find(expr);
  if (value.is_set() || scope == Scope::kPredeclared) {
    return value;
  }
  if (scope == Scope::kUndefined) {
    return AlreadyReported("undefined: " + std::string(expr.name));
  }
  if (variables_.IsPoisoned(expr)) {
    return AlreadyReported(std::string(expr.name) + " has no value");
  }
  return FailAt(expr.span, std::string(scope == Scope::kGlobal ? "global" : "local") + " variable " +
                               std::string(expr.name) + " referenced before assignment");
}

Outcome<Value> Evaluator::EvalSequence(const SequenceExpr& expr) {
  std::vector<Value> items;
  items.reserve(expr.items.size());
  for (const Expr* item : expr.items) {
    Outcome<Value> value = Eval(*item);
    if (!value) {
      return value;
    }
    items.push_back(*value);
  }
  Heap& heap = interpreter_.heap();
  return expr.kind == ExprKind::kList ? heap.NewList(std::move(items)) : heap.NewTuple(std::move(items));
}

Outcome<Value> Evaluator::EvalDict(const DictExpr& expr) {
  Dict* dict = interpreter_.heap().NewDict();
  for (const DictItem& item : expr.items) {
    Outcome<Value> key = Eval(*item.key);
    if (!key) {
      return key;
    }
    Outcome<Value> value = Eval(*item.value);
    if (!value) {
      return value;
    }
    const size_t before = dict->size();
    if (Status inserted = DictInsert(interpreter_, *dict, *key, *value); !inserted) {
      return EvalFailure(std::move(inserted.Pass()).At(item.key->span));
    }
    if (dict->size() == before) {
      return FailAt(item.key->span, "duplicate key: " + BriefRepr(*key));
    }
  }
  return Value(dict);
}

Outcome<Value> Evaluator::EvalComprehension(const ComprehensionExpr& expr) {
  Heap& heap = interpreter_.heap();
  const Value result = expr.is_dict ? Value(heap.NewDict()) : heap.NewList({});
  if (Status done = EvalClauses(expr, 0, result); !done) {
    return done.Pass();
  }
  return result;
}

Status Evaluator::AddItem(const ComprehensionExpr& expr, Value result) {
  Outcome<Value> value = Eval(*expr.body.value);
  if (!value) {
    return value.Pass();
  }
  if (!expr.is_dict) {
    return ListAppend(interpreter_, *result.As<List>(), *value);
  }
  Outcome<Value> key = Eval(*expr.body.key);
  if (!key) {
    return key.Pass();
  }
  return DictInsert(interpreter_, *result.As<Dict>(), *key, *value);
}

// Recursion depth: one level per `for` clause, up to the stack limit.
Status Evaluator::EvalClauses(const ComprehensionExpr& expr, size_t index, Value result) {
  for (; index < expr.clauses.size() && !expr.clauses[index].target; ++index) {
    Outcome<Value> condition = Eval(*expr.clauses[index].operand);
    if (!condition) {
      return condition.Pass();
    }
    if (!Truth(*condition)) {
      return Success{};
    }
  }
  if (index == expr.clauses.size()) {
    return AddItem(expr, result);
  }
  const Clause& clause = expr.clauses[index];
  if (!HasStack()) {
    return TooDeep(clause.operand->span);
  }
  Outcome<Value> operand = Eval(*clause.operand);
  if (!operand) {
    return operand.Pass();
  }
  Iterator iterator(interpreter_, *operand);
  if (!iterator.is_iterable()) {
    return FailAt(clause.operand->span, std::string(TypeName(*operand)) + " value is not iterable")
        .Hint(MisuseHint(*operand));
  }
  for (Value item; iterator.Next(item);) {
    if (Status step = interpreter_.Step(); !step) {
      return step;
    }
    if (Status assigned = Assign(*clause.target, item); !assigned) {
      return assigned;
    }
    if (Status inner = EvalClauses(expr, index + 1, result); !inner) {
      return inner;
    }
  }
  return Success{};
}

Outcome<Value> Evaluator::EvalBinary(const BinaryExpr& expr) {
  Outcome<Value> left = Eval(*expr.left);
  if (!left) {
    return left;
  }
  Outcome<Value> right = Eval(*expr.right);
  if (!right) {
    return right;
  }
  return Binary(interpreter_, expr.op, *left, *right);
}

Outcome<Value> Evaluator::EvalLogical(const BinaryExpr& expr) {
  Outcome<Value> left = Eval(*expr.left);
  if (!left || Truth(*left) == (expr.op == Token::kOr)) {
    return left;
  }
  return Eval(*expr.right);
}

Outcome<Value> Evaluator::EvalConditional(const ConditionalExpr& expr) {
  Outcome<Value> condition = Eval(*expr.condition);
  if (!condition) {
    return condition;
  }
  return Eval(Truth(*condition) ? *expr.yes : *expr.no);
}

Outcome<Value> Evaluator::EvalIndex(const IndexExpr& expr) {
  Outcome<Value> object = Eval(*expr.object);
  if (!object) {
    return object;
  }
  Outcome<Value> index = Eval(*expr.index);
  if (!index) {
    return index;
  }
  return GetIndex(interpreter_, *object, *index);
}

Outcome<Value> Evaluator::EvalSlice(const SliceExpr& expr) {
  Value parts[4];
  const Expr* const sources[] = {expr.object, expr.low, expr.high, expr.step};
  for (size_t i = 0; i < 4; ++i) {
    if (sources[i]) {
      Outcome<Value> part = Eval(*sources[i]);
      if (!part) {
        return part;
      }
      parts[i] = *part;
    }
  }
  return Slice(interpreter_, parts[0], parts[1], parts[2], parts[3]);
}

Outcome<Value> Evaluator::EvalCall(const CallExpr& expr) {
  if (Status step = interpreter_.Step(); !step) {
    return step.Pass();
  }
  Value receiver;
  Value callee;
  const Method* method = nullptr;
  if (expr.callee->kind == ExprKind::kDot) {
    // A method of a builtin type is called without making an object of it first.
    const auto& dot = static_cast<const DotExpr&>(*expr.callee);
    Outcome<Value> object = Eval(*dot.object);
    if (!object) {
      return object;
    }
    receiver = *object;
    method = FindMethod(receiver.kind(), dot.name);
    if (!method) {
      Outcome<Value> found = AttributeOf(interpreter_, dot, receiver);
      if (!found) {
        return found;
      }
      callee = *found;
    }
  } else {
    Outcome<Value> found = Eval(*expr.callee);
    if (!found) {
      return found;
    }
    callee = *found;
  }
  Outcome<ArgList> arguments = EvalArguments(expr.arguments);
  if (!arguments) {
    return arguments.Pass();
  }
  if (!method) {
    return interpreter_.Call(callee, arguments->view(), expr.span);
  }
  constexpr int64_t kLengthOfAStep = 256;
  if (const int64_t length = Length(receiver); receiver.is_string() && length > kLengthOfAStep) {
    if (Status step = interpreter_.Step(static_cast<uint64_t>(length / kLengthOfAStep)); !step) {
      return step.Pass();
    }
  }
  const source::Span outer = interpreter_.current_call_;
  interpreter_.current_call_ = expr.span;
  Outcome<Value> result = method->run({interpreter_, method->name, receiver, arguments->view(), expr.span});
  interpreter_.current_call_ = outer;
  return result;
}

Outcome<ArgList> Evaluator::EvalArguments(std::span<const Argument> arguments) {
  constexpr uint64_t kUnitsOfSpread = 4;
  ArgList list;
  list.positional.reserve(arguments.size());
  list.spans.reserve(arguments.size());
  for (const Argument& argument : arguments) {
    Outcome<Value> value = Eval(*argument.value);
    if (!value) {
      return value.Pass();
    }
    Status spread = Success{};
    switch (argument.form) {
      case Argument::kPositional:
        list.positional.push_back(*value);
        list.spans.push_back(argument.value->span);
        break;
      case Argument::kKeyword:
        list.keywords.push_back({argument.name, *value, argument.value->span, argument.name_span});
        break;
      case Argument::kStar:
        spread = SpreadPositional(interpreter_, argument, *value, list);
        interpreter_.heap().work().Add(kUnitsOfSpread * list.positional.size());
        break;
      case Argument::kStarStar:
        spread = SpreadKeywords(interpreter_, argument, *value, list);
        interpreter_.heap().work().Add(kUnitsOfSpread * list.keywords.size());
        break;
    }
    if (!spread) {
      return spread.Pass();
    }
  }
  return list;
}

Outcome<Value> Evaluator::MakeFunction(const FunctionCode& code) {
  Function* function = interpreter_.heap().New<Function>(&code, &program_, module_, host_);
  for (const Expr* fallback : code.fallbacks) {
    Outcome<Value> value = fallback ? Eval(*fallback) : Outcome<Value>(Value());
    if (!value) {
      return value;
    }
    function->mutable_fallbacks().push_back(*value);
  }
  for (const Capture& capture : code.captures) {
    function->mutable_captured().push_back(variables_.Captured(capture));
  }
  interpreter_.heap().Charge((code.fallbacks.size() + code.captures.size()) * sizeof(Value));
  return Value(function);
}

}  // namespace kval::starlark
