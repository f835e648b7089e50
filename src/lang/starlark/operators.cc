#include "src/lang/starlark/operators.h"

#include <cmath>
#include <string>

#include "src/lang/starlark/integer.h"
#include "src/lang/starlark/iterator.h"
#include "src/lang/starlark/numbers.h"
#include "src/lang/starlark/ops.h"
#include "src/support/text_search.h"

namespace kval::starlark {
namespace {

constexpr int64_t kMaxRepeat = int64_t{1} << 30;

EvalFailure UnknownBinary(Token op, Value left, Value right) {
  const bool is_text_and_number = op == Token::kPlus && (left.is_string() || right.is_string()) &&
                                  (left.is_number() || right.is_number());
  std::string hint = is_text_and_number ? "make the number a string: `str(…)`" : MisuseHint(left);
  hint = hint.empty() ? MisuseHint(right) : std::move(hint);
  return EvalFailure("unknown binary op: " + std::string(TypeName(left)) + " " + std::string(TokenName(op)) +
                     " " + std::string(TypeName(right)))
      .Hint(std::move(hint));
}

double AsDouble(Value number) {
  return number.is_float() ? number.real() : IntToDouble(number);
}

// At least one of the two is a float.
Outcome<Value> FloatBinary(Token op, double a, double b, Value left, Value right) {
  switch (op) {
    case Token::kPlus:
      return Value::Float(a + b);
    case Token::kMinus:
      return Value::Float(a - b);
    case Token::kStar:
      return Value::Float(a * b);
    case Token::kSlashSlash:
      return b == 0 ? Outcome<Value>(EvalFailure("floored division by zero"))
                    : Value::Float(std::floor(a / b));
    case Token::kPercent:
      // Truncated as in C: only ints take the sign of the divisor in this version of starlark-go.
      return b == 0 ? Outcome<Value>(EvalFailure("float modulo by zero")) : Value::Float(std::fmod(a, b));
    default:
      return UnknownBinary(op, left, right);
  }
}

Outcome<Value> NumberBinary(Heap& heap, Token op, Value left, Value right) {
  if (op == Token::kSlash) {
    const double divisor = AsDouble(right);
    if (divisor == 0) {
      return EvalFailure("real division by zero");
    }
    return Value::Float(AsDouble(left) / divisor);
  }
  if (op == Token::kShiftLeft || op == Token::kShiftRight) {
    if (!left.is_int()) {
      return UnknownBinary(op, left, right);
    }
    return IntShift(heap, op == Token::kShiftLeft, left, right);
  }
  if (left.is_int() && right.is_int()) {
    return IntBinary(heap, op, left, right);
  }
  return FloatBinary(op, AsDouble(left), AsDouble(right), left, right);
}

// How often a sequence of `length` items is repeated, 0 when the result is empty.
Outcome<int64_t> RepeatCount(Heap& heap, Value count, int64_t length, size_t item_size) {
  if (length == 0) {
    return int64_t{0};
  }
  Outcome<int64_t> times = AsInt32(count);
  if (!times) {
    return EvalFailure("repeat count " + BriefRepr(count) + " too large");
  }
  if (*times < 1) {
    return int64_t{0};
  }
  int64_t total = 0;
  if (__builtin_mul_overflow(*times, length, &total) || total >= kMaxRepeat) {
    return EvalFailure("excessive repeat (" + std::to_string(total) + " elements)");
  }
  if (!heap.Allows(static_cast<size_t>(total) * item_size)) {
    return OutOfMemory(heap);
  }
  return *times;
}

Outcome<std::vector<Value>> RepeatItems(Interpreter& interpreter, const std::vector<Value>& items,
                                        Value count) {
  Outcome<int64_t> times =
      RepeatCount(interpreter.heap(), count, static_cast<int64_t>(items.size()), sizeof(Value));
  if (!times) {
    return times.Pass();
  }
  std::vector<Value> result;
  result.reserve(items.size() * static_cast<size_t>(*times));
  for (int64_t i = 0; i < *times; ++i) {
    result.insert(result.end(), items.begin(), items.end());
  }
  return result;
}

Outcome<Value> Multiply(Interpreter& interpreter, Value left, Value right) {
  const Value sequence = left.is_int() ? right : left;
  const Value count = left.is_int() ? left : right;
  if (!count.is_int()) {
    return UnknownBinary(Token::kStar, left, right);
  }
  if (sequence.is_string()) {
    return RepeatString(interpreter, sequence, count);
  }
  const bool is_list = sequence.kind() == Kind::kList;
  if (!is_list && sequence.kind() != Kind::kTuple) {
    return UnknownBinary(Token::kStar, left, right);
  }
  Outcome<std::vector<Value>> items =
      RepeatItems(interpreter, is_list ? sequence.As<List>()->items() : sequence.As<Tuple>()->items(), count);
  if (!items) {
    return items.Pass();
  }
  Heap& heap = interpreter.heap();
  return is_list ? heap.NewList(std::move(*items)) : heap.NewTuple(std::move(*items));
}

std::vector<Value> Concatenate(const std::vector<Value>& a, const std::vector<Value>& b) {
  std::vector<Value> joined;
  joined.reserve(a.size() + b.size());
  joined.insert(joined.end(), a.begin(), a.end());
  joined.insert(joined.end(), b.begin(), b.end());
  return joined;
}

Outcome<Value> Add(Interpreter& interpreter, Value left, Value right) {
  Heap& heap = interpreter.heap();
  if (left.kind() == right.kind()) {
    const auto total =
        static_cast<size_t>(std::max<int64_t>(0, Length(left)) + std::max<int64_t>(0, Length(right)));
    if (!heap.Allows(total * (left.is_string() ? 1 : sizeof(Value)))) {
      return OutOfMemory(heap);
    }
    switch (left.kind()) {
      case Kind::kString: {
        std::string joined;
        joined.reserve(total);
        heap.work().AddBytes(total);
        joined += left.text();
        joined += right.text();
        return heap.NewString(std::move(joined));
      }
      case Kind::kList:
        return heap.NewList(Concatenate(left.As<List>()->items(), right.As<List>()->items()));
      case Kind::kTuple:
        return heap.NewTuple(Concatenate(left.As<Tuple>()->items(), right.As<Tuple>()->items()));
      default:
        break;
    }
  }
  return UnknownBinary(Token::kPlus, left, right);
}

// The part of `a` that is in `b`, or is not.
Status Filter(Interpreter& interpreter, const Set& a, const Set& b, bool wants_common, Set& result) {
  for (const HashTable::Entry& entry : a.table().entries()) {
    if (!entry.key.is_set()) {
      continue;
    }
    Outcome<const Value*> found = b.table().Find(entry.key, &interpreter.heap().work());
    if (found && (*found != nullptr) == wants_common) {
      if (Status inserted = SetInsert(interpreter, result, entry.key); !inserted) {
        return inserted;
      }
    }
  }
  return Success{};
}

Outcome<Value> SetBinary(Interpreter& interpreter, Token op, const Set& a, const Set& b) {
  Set* result = interpreter.heap().NewSet();
  Status status = Success{};
  switch (op) {
    case Token::kPipe:
      status = Filter(interpreter, a, a, true, *result);
      if (status) {
        status = Filter(interpreter, b, b, true, *result);
      }
      break;
    case Token::kAmpersand:
      // starlark-go walks over the smaller one.
      status = a.size() > b.size() ? Filter(interpreter, b, a, true, *result)
                                   : Filter(interpreter, a, b, true, *result);
      break;
    default:
      status = Filter(interpreter, a, b, false, *result);
      if (status) {
        status = Filter(interpreter, b, a, false, *result);
      }
      break;
  }
  if (!status) {
    return status.Pass();
  }
  return Value(result);
}

Outcome<bool> ContainsItem(Interpreter& interpreter, const std::vector<Value>& items, Value item) {
  for (const Value candidate : items) {
    if (Status spent = interpreter.Spend(1); !spent) {
      return spent.Pass();
    }
    Outcome<bool> equal = Equal(candidate, item, &interpreter.heap().work());
    if (!equal || *equal) {
      return equal;
    }
  }
  return false;
}

Outcome<bool> RangeContains(Interpreter& interpreter, const Range& range, Value item) {
  Outcome<Value> integer = NumberToInt(interpreter.heap(), item);
  if (!integer) {
    return EvalFailure("'in <range>' requires integer as left operand, not " + std::string(TypeName(item)));
  }
  if (integer->kind() != Kind::kInt) {
    return false;
  }
  const Integer delta = Integer(integer->integer()) - range.start();
  const Integer index = delta / range.step();
  return delta % range.step() == 0 && index >= 0 && index < range.length();
}

Outcome<bool> Contains(Interpreter& interpreter, Value item, Value container) {
  switch (container.kind()) {
    case Kind::kList:
      return ContainsItem(interpreter, container.As<List>()->items(), item);
    case Kind::kTuple:
      return ContainsItem(interpreter, container.As<Tuple>()->items(), item);
    case Kind::kDict: {
      // An unhashable key is in no dict.
      Outcome<const Value*> found = container.As<Dict>()->table().Find(item, &interpreter.heap().work());
      return found && *found != nullptr;
    }
    case Kind::kSet: {
      Outcome<const Value*> found = container.As<Set>()->table().Find(item, &interpreter.heap().work());
      if (!found) {
        return found.Pass();
      }
      return *found != nullptr;
    }
    case Kind::kStruct:
      return item.is_string() && container.As<Struct>()->Find(item.text()).is_set();
    case Kind::kString:
      if (!item.is_string()) {
        return EvalFailure("'in <string>' requires string as left operand, not " +
                           std::string(TypeName(item)));
      }
      interpreter.heap().work().AddSearchedBytes(container.text().size());
      return FindText(container.text(), item.text()) != std::string_view::npos;
    case Kind::kRange:
      return RangeContains(interpreter, *container.As<Range>(), item);
    case Kind::kHost: {
      Outcome<Value> answer = container.As<HostValue>()->Contains(interpreter, item);
      if (!answer) {
        return answer.Pass();
      }
      if (answer->is_set()) {
        return Truth(*answer);
      }
      break;
    }
    default:
      break;
  }
  return UnknownBinary(Token::kIn, item, container);
}

bool ComparisonOf(Token op, Comparison& comparison) {
  switch (op) {
    case Token::kEqual:
      comparison = Comparison::kEqual;
      return true;
    case Token::kNotEqual:
      comparison = Comparison::kNotEqual;
      return true;
    case Token::kLess:
      comparison = Comparison::kLess;
      return true;
    case Token::kLessEqual:
      comparison = Comparison::kLessEqual;
      return true;
    case Token::kGreater:
      comparison = Comparison::kGreater;
      return true;
    case Token::kGreaterEqual:
      comparison = Comparison::kGreaterEqual;
      return true;
    default:
      return false;
  }
}

Outcome<Value> ToValue(Outcome<bool> answer, bool negate = false) {
  if (!answer) {
    return answer.Pass();
  }
  return Value::Bool(*answer != negate);
}

}  // namespace

Outcome<Value> RepeatString(Interpreter& interpreter, Value text, Value count) {
  const std::string_view piece = text.text();
  Outcome<int64_t> times = RepeatCount(interpreter.heap(), count, static_cast<int64_t>(piece.size()), 1);
  if (!times) {
    return times.Pass();
  }
  std::string result;
  result.reserve(piece.size() * static_cast<size_t>(*times));
  for (int64_t i = 0; i < *times; ++i) {
    result += piece;
  }
  return interpreter.heap().NewString(std::move(result));
}

Outcome<Value> Unary(Interpreter& interpreter, Token op, Value operand) {
  if (op == Token::kNot) {
    return Value::Bool(!Truth(operand));
  }
  if (operand.is_float() && op != Token::kTilde) {
    return Value::Float(op == Token::kMinus ? -operand.real() : operand.real());
  }
  if (operand.is_int()) {
    switch (op) {
      case Token::kMinus:
        return IntNegate(interpreter.heap(), operand);
      case Token::kTilde:
        return IntInvert(interpreter.heap(), operand);
      default:
        return operand;
    }
  }
  return EvalFailure("unknown unary op: " + std::string(TokenName(op)) + " " +
                     std::string(TypeName(operand)));
}

Outcome<Value> Binary(Interpreter& interpreter, Token op, Value left, Value right) {
  if (Comparison comparison{}; ComparisonOf(op, comparison)) {
    return ToValue(Compare(comparison, left, right, &interpreter.heap().work()));
  }
  if (op == Token::kIn || op == Token::kNotIn) {
    return ToValue(Contains(interpreter, left, right), op == Token::kNotIn);
  }
  if (left.is_number() && right.is_number()) {
    const bool is_bitwise = op == Token::kAmpersand || op == Token::kPipe || op == Token::kCaret;
    if (is_bitwise && !(left.is_int() && right.is_int())) {
      return UnknownBinary(op, left, right);
    }
    return NumberBinary(interpreter.heap(), op, left, right);
  }
  switch (op) {
    case Token::kPlus:
      return Add(interpreter, left, right);
    case Token::kStar:
      return Multiply(interpreter, left, right);
    case Token::kPercent:
      if (left.is_string()) {
        return Interpolate(interpreter, left.text(), right);
      }
      break;
    case Token::kPipe:
    case Token::kAmpersand:
    case Token::kCaret:
      if (left.kind() == Kind::kSet && right.kind() == Kind::kSet) {
        return SetBinary(interpreter, op, *left.As<Set>(), *right.As<Set>());
      }
      break;
    case Token::kShiftLeft:
    case Token::kShiftRight:
      if (left.is_int()) {
        return IntShift(interpreter.heap(), op == Token::kShiftLeft, left, right);
      }
      break;
    default:
      break;
  }
  return UnknownBinary(op, left, right);
}

Outcome<Value> AugmentedAdd(Interpreter& interpreter, Value left, Value right) {
  List* list = left.As<List>();
  if (!list || !IsIterable(right)) {
    return Binary(interpreter, Token::kPlus, left, right);
  }
  if (std::string why = list->GetImmutableReason("apply += to"); !why.empty()) {
    return EvalFailure(std::move(why));
  }
  if (Status extended = ListExtend(interpreter, *list, right); !extended) {
    return extended.Pass();
  }
  return left;
}

Status DictInsert(Interpreter& interpreter, Dict& dict, Value key, Value value) {
  if (std::string why = dict.GetImmutableReason("insert into"); !why.empty()) {
    return EvalFailure(std::move(why));
  }
  Outcome<bool> added = dict.mutable_table().Insert(key, value);
  if (!added) {
    return added.Pass();
  }
  return interpreter.Spend(1);
}

Status SetInsert(Interpreter& interpreter, Set& set, Value key) {
  if (std::string why = set.GetImmutableReason("insert into"); !why.empty()) {
    return EvalFailure(std::move(why));
  }
  Outcome<bool> added = set.mutable_table().Insert(key, Value::None());
  if (!added) {
    return added.Pass();
  }
  return interpreter.Spend(1);
}

void ChargeGrowth(Heap& heap, const std::vector<Value>& items, size_t remaining) {
  if (items.capacity() > remaining) {
    heap.Charge(MemoryOf(items.capacity() * sizeof(Value)) - MemoryOf(remaining * sizeof(Value)));
  }
}

Status ListAppend(Interpreter& interpreter, List& list, Value item) {
  if (std::string why = list.GetImmutableReason("append to"); !why.empty()) {
    return EvalFailure(std::move(why));
  }
  std::vector<Value>& items = list.mutable_items();
  const size_t remaining = items.capacity();
  items.push_back(item);
  ChargeGrowth(interpreter.heap(), items, remaining);
  return Success{};
}

Status ListExtend(Interpreter& interpreter, List& list, Value iterable) {
  std::vector<Value> items;
  if (Outcome<bool> taken = Items(interpreter, iterable, items); !taken) {
    return taken.Pass();
  }
  std::vector<Value>& grown = list.mutable_items();
  const size_t remaining = grown.capacity();
  if (!interpreter.heap().Allows((grown.size() + items.size()) * sizeof(Value))) {
    return OutOfMemory(interpreter.heap());
  }
  grown.insert(grown.end(), items.begin(), items.end());
  ChargeGrowth(interpreter.heap(), grown, remaining);
  interpreter.heap().work().AddMoved(items.size());
  return Success{};
}

}  // namespace kval::starlark
