#include "src/lang/cel/library/arithmetic.h"

#include <limits>
#include <vector>

#include "src/lang/cel/containers.h"
#include "src/lang/cel/equality.h"
#include "src/lang/cel/time.h"

namespace kval::cel {
namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kNanoseconds = 1'000'000'000;
// Concatenations of at least this many lists are copied, so that access stays fast.
constexpr uint32_t kMostJoined = 8;

Value IntOverflow(Context& context) {
  return context.Fail("integer overflow");
}

Value UintOverflow(Context& context) {
  return context.Fail("unsigned integer overflow");
}

Value DurationOverflow(Context& context) {
  return context.Fail("duration overflow");
}

Value TimeOverflow(Context& context) {
  return context.Fail("timestamp overflow");
}

Value Join(Context& context, const Value& a, const Value& b) {
  const uint64_t size = uint64_t{a.text().size()} + b.text().size();
  if (size > std::numeric_limits<uint32_t>::max() || !context.heap().Reserve(size)) {
    return context.Stop();
  }
  std::string joined(a.text());
  joined += b.text();
  const std::string_view text = context.heap().CopyText(joined);
  return a.is(ValueKind::kString) ? Value::String(text) : Value::Bytes(text);
}

// Returns the position in the merged list of the item with the same identity, or the end.
size_t FindItem(Context& context, const List& list, const std::vector<Value>& items, const Value& item) {
  for (size_t i = 0; i < items.size() && context.Work(1); ++i) {
    bool same = true;
    if (list.identity() == List::Identity::kValue) {
      same = Equal(context, items[i], item).is_true();
    } else {
      for (const std::string_view key : list.identity_keys()) {
        Value a, b;
        const bool has_a = items[i].is(ValueKind::kMap) && items[i].map().Find(Value::String(key), &a);
        const bool has_b = item.is(ValueKind::kMap) && item.map().Find(Value::String(key), &b);
        same = same && has_a == has_b && (!has_a || Equal(context, a, b).is_true());
      }
    }
    if (same) {
      return i;
    }
  }
  return items.size();
}

// apiserver, pkg/cel/common/values.go: items in both lists keep their position, new items are appended.
Value Merge(Context& context, const Value& a, const Value& b) {
  std::vector<Value> items;
  for (const Value* list : {&a, &b}) {
    for (size_t i = 0; i < list->list().size(); ++i) {
      const Value item = list->list().At(i);
      const size_t place = list == &a ? items.size() : FindItem(context, a.list(), items, item);
      if (place < items.size()) {
        items[place] = item;
      } else {
        items.push_back(item);
      }
    }
  }
  return context.is_over() ? context.Stop() : context.NewList(items);
}

Value AddLists(Context& context, const Value& a, const Value& b) {
  if (a.list().identity() != List::Identity::kPlace) {
    return Merge(context, a, b);
  }
  if (a.list().size() == 0 || b.list().size() == 0) {
    return a.list().size() == 0 ? b : a;
  }
  const auto* joined = context.heap().New<JoinedList>(&a.list(), &b.list());
  if (joined->depth() <= kMostJoined) {
    return Value::OfList(joined);
  }
  std::vector<Value> items;
  if (!context.Work(joined->size()) || !context.heap().Reserve(joined->size() * sizeof(Value))) {
    return context.Stop();
  }
  for (size_t i = 0; i < joined->size(); ++i) {
    items.push_back(joined->At(i));
  }
  return context.NewList(items);
}

// `time` and `nanoseconds` more.
Value Later(Context& context, Timestamp time, int64_t nanoseconds) {
  int64_t seconds = time.seconds + nanoseconds / kNanoseconds;
  int64_t rest = static_cast<int64_t>(time.nanoseconds) + nanoseconds % kNanoseconds;
  if (rest < 0) {
    rest += kNanoseconds;
    --seconds;
  } else if (rest >= kNanoseconds) {
    rest -= kNanoseconds;
    ++seconds;
  }
  if (!IsInRange(seconds)) {
    return TimeOverflow(context);
  }
  return Value::Time({seconds, static_cast<uint32_t>(rest), time.zone_minutes});
}

Value Between(Context& context, Timestamp later, Timestamp earlier) {
  int64_t nanoseconds = 0;
  if (__builtin_mul_overflow(later.seconds - earlier.seconds, kNanoseconds, &nanoseconds) ||
      __builtin_add_overflow(nanoseconds, int64_t{later.nanoseconds} - int64_t{earlier.nanoseconds},
                             &nanoseconds)) {
    return DurationOverflow(context);
  }
  return Value::Duration(nanoseconds);
}

}  // namespace

Value Add(Context& context, const Value& a, const Value& b) {
  if (a.is(ValueKind::kDuration) && b.is(ValueKind::kTimestamp)) {
    return Later(context, b.time(), a.nanoseconds());
  }
  if (a.is(ValueKind::kTimestamp) && b.is(ValueKind::kDuration)) {
    return Later(context, a.time(), b.nanoseconds());
  }
  if (a.kind() != b.kind()) {
    return context.NoSuchOverload();
  }
  switch (a.kind()) {
    case ValueKind::kInt: {
      int64_t sum = 0;
      return __builtin_add_overflow(a.integer(), b.integer(), &sum) ? IntOverflow(context) : Value::Int(sum);
    }
    case ValueKind::kUint: {
      uint64_t sum = 0;
      return __builtin_add_overflow(a.natural(), b.natural(), &sum) ? UintOverflow(context)
                                                                    : Value::Uint(sum);
    }
    case ValueKind::kDouble:
      return Value::Double(a.real() + b.real());
    case ValueKind::kDuration: {
      int64_t sum = 0;
      return __builtin_add_overflow(a.integer(), b.integer(), &sum) ? DurationOverflow(context)
                                                                    : Value::Duration(sum);
    }
    case ValueKind::kString:
    case ValueKind::kBytes:
      return Join(context, a, b);
    case ValueKind::kList:
      return AddLists(context, a, b);
    default:
      return context.NoSuchOverload();
  }
}

Value Subtract(Context& context, const Value& a, const Value& b) {
  if (a.is(ValueKind::kTimestamp) && b.is(ValueKind::kDuration)) {
    return b.nanoseconds() == kLeast ? DurationOverflow(context) : Later(context, a.time(), -b.nanoseconds());
  }
  if (a.kind() != b.kind()) {
    return context.NoSuchOverload();
  }
  switch (a.kind()) {
    case ValueKind::kInt: {
      int64_t rest = 0;
      return __builtin_sub_overflow(a.integer(), b.integer(), &rest) ? IntOverflow(context)
                                                                     : Value::Int(rest);
    }
    case ValueKind::kUint:
      return a.natural() < b.natural() ? UintOverflow(context) : Value::Uint(a.natural() - b.natural());
    case ValueKind::kDouble:
      return Value::Double(a.real() - b.real());
    case ValueKind::kDuration: {
      int64_t rest = 0;
      return __builtin_sub_overflow(a.integer(), b.integer(), &rest) ? DurationOverflow(context)
                                                                     : Value::Duration(rest);
    }
    case ValueKind::kTimestamp:
      return Between(context, a.time(), b.time());
    default:
      return context.NoSuchOverload();
  }
}

Value Multiply(Context& context, const Value& a, const Value& b) {
  if (a.kind() != b.kind()) {
    return context.NoSuchOverload();
  }
  switch (a.kind()) {
    case ValueKind::kInt: {
      int64_t product = 0;
      return __builtin_mul_overflow(a.integer(), b.integer(), &product) ? IntOverflow(context)
                                                                        : Value::Int(product);
    }
    case ValueKind::kUint: {
      uint64_t product = 0;
      return __builtin_mul_overflow(a.natural(), b.natural(), &product) ? UintOverflow(context)
                                                                        : Value::Uint(product);
    }
    case ValueKind::kDouble:
      return Value::Double(a.real() * b.real());
    default:
      return context.NoSuchOverload();
  }
}

Value Divide(Context& context, const Value& a, const Value& b) {
  if (a.kind() != b.kind() || !a.is_number()) {
    return context.NoSuchOverload();
  }
  if (a.is(ValueKind::kDouble)) {
    return Value::Double(a.real() / b.real());
  }
  if (b.natural() == 0) {
    return context.Fail("division by zero");
  }
  if (a.is(ValueKind::kUint)) {
    return Value::Uint(a.natural() / b.natural());
  }
  return a.integer() == kLeast && b.integer() == -1 ? IntOverflow(context)
                                                    : Value::Int(a.integer() / b.integer());
}

Value Modulo(Context& context, const Value& a, const Value& b) {
  if (a.kind() != b.kind() || !a.is_number() || a.is(ValueKind::kDouble)) {
    return context.NoSuchOverload();
  }
  if (b.natural() == 0) {
    return context.Fail("modulus by zero");
  }
  if (a.is(ValueKind::kUint)) {
    return Value::Uint(a.natural() % b.natural());
  }
  return a.integer() == kLeast && b.integer() == -1 ? IntOverflow(context)
                                                    : Value::Int(a.integer() % b.integer());
}

Value Negate(Context& context, const Value& value) {
  if (value.is(ValueKind::kDouble)) {
    return Value::Double(-value.real());
  }
  return value.integer() == kLeast ? IntOverflow(context) : Value::Int(-value.integer());
}

}  // namespace kval::cel
