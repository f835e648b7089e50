#include "src/lang/cel/containers.h"
#include "src/lang/cel/evaluator.h"

// Comprehensions: cel-go, interpreter/interpretable.go, evalFold.
namespace kval::cel {
namespace {

bool IsEmptyLiteral(const Expr& expr, ExprKind kind) {
  return expr.kind == kind && expr.args.empty();
}

// Whether the loop makes a list or a map by adding to an empty one, and nothing else sees it meanwhile.
bool IsCollecting(const Comprehension& loop) {
  const Expr* step = loop.step;
  if (step->kind == ExprKind::kCall && step->op == Op::kConditional) {
    step = step->args[1];
  }
  return step->appends && step->args[0]->kind == ExprKind::kIdent &&
         step->args[0]->slot == loop.accumulator_slot &&
         (IsEmptyLiteral(*loop.initial, ExprKind::kList) || IsEmptyLiteral(*loop.initial, ExprKind::kMap));
}

size_t SizeOf(const Value& range) {
  return range.is(ValueKind::kList) ? range.list().size() : range.map().size();
}

}  // namespace

Value Evaluator::EvaluateComprehension(const Expr& expr) {
  const Comprehension& loop = *expr.comprehension;
  const Value range = Evaluate(*loop.range);
  if (range.is_error()) {
    return range;
  }
  if (!range.is(ValueKind::kList) && !range.is(ValueKind::kMap)) {
    context_.set_offset(loop.range->at);
    return context_.Fail("got '" + TypeText(*TypeOfValue(range)) + "', expected iterable type");
  }
  return IsCollecting(loop) ? Collect(loop, range) : Loop(loop, range);
}

Value Evaluator::Collect(const Comprehension& loop, const Value& range) {
  std::vector<Value> items;
  MapBuilder entries;
  const bool is_list = loop.initial->kind == ExprKind::kList;
  collections_.push_back({loop.accumulator_slot, is_list ? &items : nullptr, is_list ? nullptr : &entries});
  const Value result = Loop(loop, range);
  collections_.pop_back();
  if (result.is_error()) {
    return result;
  }
  if (is_list) {
    return context_.NewList(items);
  }
  if (!context_.heap().Reserve(MapBuilder::BytesFor(entries.size()))) {
    return context_.Stop();
  }
  return Value::OfMap(entries.Publish(context_.heap()));
}

Value Evaluator::Loop(const Comprehension& loop, const Value& range) {
  Value& accumulator = slots_[static_cast<size_t>(loop.accumulator_slot)];
  const Value outer = accumulator;
  accumulator = Evaluate(*loop.initial);
  const bool has_second = HasSecondVariable(loop);
  const size_t size = SizeOf(range);
  for (size_t i = 0; i < size; ++i) {
    Value& first = slots_[static_cast<size_t>(loop.slot)];
    if (range.is(ValueKind::kMap)) {
      first = range.map().KeyAt(i);
    } else {
      first = has_second ? Value::Int(static_cast<int64_t>(i)) : range.list().At(i);
    }
    if (has_second) {
      slots_[static_cast<size_t>(loop.second_slot)] =
          range.is(ValueKind::kMap) ? range.map().ValueAt(i) : range.list().At(i);
    }
    const Value condition = Evaluate(*loop.condition);
    if (condition.is_false() || IsFinal(condition)) {
      accumulator = IsFinal(condition) ? condition : accumulator;
      break;
    }
    accumulator = Evaluate(*loop.step);
    if (IsFinal(accumulator)) {
      break;
    }
  }
  const Value result = IsFinal(accumulator) ? accumulator : Evaluate(*loop.result);
  accumulator = outer;
  return result;
}

// The step of a loop that builds a collection. Its result denotes the collection.
Value Evaluator::Append(const Expr& expr) {
  const Value so_far = Evaluate(*expr.args[0]);
  // A copy, because nested evaluation may start further collections.
  Collection collection = {-1, nullptr, nullptr};
  for (const Collection& open : collections_) {
    collection = open.slot == expr.args[0]->slot ? open : collection;
  }
  if (so_far.is_error() || collection.slot < 0) {
    return so_far.is_error() ? so_far : EvaluateFunction(expr);
  }
  if (collection.items != nullptr) {
    const Value item = Evaluate(*expr.args[1]->args[0]);
    if (item.is_error()) {
      return item;
    }
    context_.AddCost(11);
    collection.items->push_back(item);
    return context_.heap().Reserve(sizeof(Value)) ? so_far : context_.Stop();
  }
  const Value key = Evaluate(*expr.args[1]);
  const Value value = expr.args.size() > 2 ? Evaluate(*expr.args[2]) : Value();
  if (key.is_error() || value.is_error()) {
    return key.is_error() ? key : value;
  }
  context_.AddCost(1);
  context_.set_offset(expr.at);
  const bool is_entry = expr.args.size() > 2;
  if (!is_entry && !key.is(ValueKind::kMap)) {
    return context_.NoSuchOverload();
  }
  for (size_t i = 0; i < (is_entry ? 1 : key.map().size()); ++i) {
    const Value name = is_entry ? key : key.map().KeyAt(i);
    if (!IsKey(name) || !collection.entries->Insert(name, is_entry ? value : key.map().ValueAt(i))) {
      return context_.Fail("insert failed: key already exists");
    }
    if (!context_.heap().Reserve(MapBuilder::BytesFor(1))) {
      return context_.Stop();
    }
  }
  return so_far;
}

}  // namespace kval::cel
