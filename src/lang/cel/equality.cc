#include "src/lang/cel/equality.h"

#include <cmath>
#include <limits>

#include "src/lang/cel/library/named_formats.h"
#include "src/lang/cel/network.h"
#include "src/lang/cel/quantity.h"
#include "src/lang/cel/semantic_version.h"
#include "src/lang/cel/url.h"
#include "src/support/native_stack.h"

// common/types/{compare,list,map,optional}.go of cel-go; pkg/cel/common/values.go of the API server.
namespace kval::cel {
namespace {

int Order(double a, double b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

// With the numbers of a double that no integer has at both ends.
int OrderWithInt(double a, int64_t b) {
  if (a < static_cast<double>(std::numeric_limits<int64_t>::min())) {
    return -1;
  }
  if (a > static_cast<double>(std::numeric_limits<int64_t>::max())) {
    return 1;
  }
  return Order(a, static_cast<double>(b));
}

int OrderWithUint(double a, uint64_t b) {
  if (a < 0) {
    return -1;
  }
  if (a > static_cast<double>(std::numeric_limits<uint64_t>::max())) {
    return 1;
  }
  return Order(a, static_cast<double>(b));
}

int OrderMixed(int64_t a, uint64_t b) {
  if (a < 0 || b > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return -1;
  }
  const auto other = static_cast<int64_t>(b);
  return a < other ? -1 : a > other ? 1 : 0;
}

bool IsNan(const Value& value) {
  return value.is(ValueKind::kDouble) && std::isnan(value.real());
}

// Of two numbers, none of them NaN.
int OrderNumbers(const Value& a, const Value& b) {
  if (a.is(ValueKind::kInt)) {
    if (b.is(ValueKind::kInt)) {
      return a.integer() < b.integer() ? -1 : a.integer() > b.integer() ? 1 : 0;
    }
    return b.is(ValueKind::kUint) ? OrderMixed(a.integer(), b.natural())
                                  : -OrderWithInt(b.real(), a.integer());
  }
  if (a.is(ValueKind::kUint)) {
    if (b.is(ValueKind::kUint)) {
      return a.natural() < b.natural() ? -1 : a.natural() > b.natural() ? 1 : 0;
    }
    return b.is(ValueKind::kInt) ? -OrderMixed(b.integer(), a.natural())
                                 : -OrderWithUint(b.real(), a.natural());
  }
  if (b.is(ValueKind::kInt)) {
    return OrderWithInt(a.real(), b.integer());
  }
  return b.is(ValueKind::kUint) ? OrderWithUint(a.real(), b.natural()) : Order(a.real(), b.real());
}

int OrderTimes(Timestamp a, Timestamp b) {
  if (a.seconds != b.seconds) {
    return a.seconds < b.seconds ? -1 : 1;
  }
  return a.nanoseconds < b.nanoseconds ? -1 : a.nanoseconds > b.nanoseconds ? 1 : 0;
}

// Whether every item of one has its equal in the other. Items with keys are equal as a whole, too.
Value EqualUnordered(Context& context, const List& a, const List& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    const Value found = Contains(context, b, a.At(i));
    if (!found.is_true()) {
      return found;
    }
  }
  return Value::Bool(true);
}

Value EqualLists(Context& context, const List& a, const List& b) {
  if (a.size() != b.size()) {
    return Value::Bool(false);
  }
  if (a.identity() != List::Identity::kPlace) {
    return EqualUnordered(context, a, b);
  }
  for (size_t i = 0; i < a.size(); ++i) {
    const Value equal = Equal(context, a.At(i), b.At(i));
    if (equal.is_false() || (equal.is_error() && equal.error().is_final)) {
      return equal;
    }
  }
  return Value::Bool(true);
}

Value EqualMaps(Context& context, const Map& a, const Map& b) {
  if (a.size() != b.size()) {
    return Value::Bool(false);
  }
  for (size_t i = 0; i < a.size(); ++i) {
    Value other;
    if (!b.Find(a.KeyAt(i), &other)) {
      return Value::Bool(false);
    }
    const Value equal = Equal(context, a.ValueAt(i), other);
    if (equal.is_false() || (equal.is_error() && equal.error().is_final)) {
      return equal;
    }
  }
  return Value::Bool(true);
}

Value EqualOptionals(Context& context, const Value& a, const Value& b) {
  if (a.held() == nullptr || b.held() == nullptr) {
    return Value::Bool(a.held() == b.held());
  }
  return Equal(context, *a.held(), *b.held());
}

bool EqualOpaque(const Value& a, const Value& b) {
  switch (a.kind()) {
    case ValueKind::kQuantity:
      return Compare(a.quantity(), b.quantity()) == 0;
    case ValueKind::kIp:
      return a.ip() == b.ip();
    case ValueKind::kCidr:
      return a.cidr() == b.cidr();
    case ValueKind::kUrl:
      return a.url().Text() == b.url().Text();
    case ValueKind::kSemver:
      return Compare(a.semver(), b.semver()) == 0;
    case ValueKind::kFormat:
      return a.format().name == b.format().name;
    default:
      return false;
  }
}

// Of two values of one kind that is neither a number nor a collection.
bool EqualSimple(const Value& a, const Value& b) {
  switch (a.kind()) {
    case ValueKind::kNull:
      return true;
    case ValueKind::kBool:
      return a.boolean() == b.boolean();
    case ValueKind::kString:
    case ValueKind::kBytes:
      return a.text() == b.text();
    case ValueKind::kTimestamp:
      return OrderTimes(a.time(), b.time()) == 0;
    case ValueKind::kDuration:
      return a.nanoseconds() == b.nanoseconds();
    case ValueKind::kType:
      return a.type().kind == b.type().kind && a.type().name == b.type().name;
    default:
      return EqualOpaque(a, b);
  }
}

}  // namespace

Value Equal(Context& context, const Value& a, const Value& b) {
  NeedStack();
  if (!context.Work(1)) {
    return context.Stop();
  }
  if (a.is_number() && b.is_number()) {
    return Value::Bool(!IsNan(a) && !IsNan(b) && OrderNumbers(a, b) == 0);
  }
  if (a.kind() != b.kind()) {
    const bool is_opaque = a.kind() >= ValueKind::kQuantity && !b.is(ValueKind::kNull);
    return is_opaque ? context.NoSuchOverload() : Value::Bool(false);
  }
  switch (a.kind()) {
    case ValueKind::kList:
      return EqualLists(context, a.list(), b.list());
    case ValueKind::kMap:
      return EqualMaps(context, a.map(), b.map());
    case ValueKind::kOptional:
      return EqualOptionals(context, a, b);
    default:
      return Value::Bool(EqualSimple(a, b));
  }
}

bool SameKey(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    return !IsNan(a) && !IsNan(b) && OrderNumbers(a, b) == 0;
  }
  return a.kind() == b.kind() && EqualSimple(a, b);
}

Value Compare(Context& context, const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    if (IsNan(a) || IsNan(b)) {
      return context.Fail("NaN values cannot be ordered");
    }
    return Value::Int(OrderNumbers(a, b));
  }
  if (a.kind() != b.kind()) {
    return context.NoSuchOverload();
  }
  switch (a.kind()) {
    case ValueKind::kBool:
      return Value::Int(static_cast<int>(a.boolean()) - static_cast<int>(b.boolean()));
    case ValueKind::kString:
    case ValueKind::kBytes: {
      const int order = a.text().compare(b.text());
      return Value::Int(order < 0 ? -1 : order > 0 ? 1 : 0);
    }
    case ValueKind::kTimestamp:
      return Value::Int(OrderTimes(a.time(), b.time()));
    case ValueKind::kDuration:
      return Value::Int(a.nanoseconds() < b.nanoseconds() ? -1 : a.nanoseconds() > b.nanoseconds() ? 1 : 0);
    default:
      return context.NoSuchOverload();
  }
}

Value Contains(Context& context, const List& list, const Value& item) {
  for (size_t i = 0; i < list.size(); ++i) {
    const Value equal = Equal(context, item, list.At(i));
    if (equal.is_true() || (equal.is_error() && equal.error().is_final)) {
      return equal;
    }
  }
  return Value::Bool(false);
}

}  // namespace kval::cel
