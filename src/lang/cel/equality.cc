#include "src/lang/cel/equality.h"

#include <algorithm>

#include "src/lang/cel/library/named_formats.h"
#include "src/lang/cel/network.h"
#include "src/lang/cel/number_order.h"
#include "src/lang/cel/overload.h"
#include "src/lang/cel/quantity.h"
#include "src/lang/cel/semantic_version.h"
#include "src/lang/cel/url.h"
#include "src/support/native_stack.h"

// common/types/{compare,list,map,optional}.go of cel-go; pkg/cel/common/values.go of the API server.
namespace kval::cel {
namespace {

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

// Compares parts of collections one by one: a different part decides, then one whose equality is unknown.
class PartComparison {
 public:
  // Returns whether the result is decided.
  bool Add(Context& context, const Value& a, const Value& b) {
    const bool is_same_unknown = IsUnknown(a) && IsUnknown(b) && &a.error() == &b.error();
    const Value equal = is_same_unknown ? Value::Bool(true) : Equal(context, a, b);
    if (equal.is_false() || IsUnknown(equal) || (equal.is_error() && equal.error().is_final)) {
      result_ = equal;
    }
    return equal.is_false() || (equal.is_error() && equal.error().is_final);
  }
  const Value& result() const { return result_; }

 private:
  Value result_ = Value::Bool(true);
};

Value EqualLists(Context& context, const List& a, const List& b) {
  if (a.size() != b.size()) {
    return Value::Bool(false);
  }
  if (a.identity() != List::Identity::kPlace) {
    return EqualUnordered(context, a, b);
  }
  PartComparison parts;
  for (size_t i = 0; i < a.size() && !parts.Add(context, a.At(i), b.At(i)); ++i) {
  }
  return parts.result();
}

Value EqualMaps(Context& context, const Map& a, const Map& b) {
  if (a.size() != b.size()) {
    return Value::Bool(false);
  }
  PartComparison parts;
  for (size_t i = 0; i < a.size(); ++i) {
    Value other;
    if (!b.Find(a.KeyAt(i), &other)) {
      return Value::Bool(false);
    }
    if (parts.Add(context, a.ValueAt(i), other)) {
      break;
    }
  }
  return parts.result();
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

bool CountLook(Context& context, const Value& a, const Value& b) {
  return context.Work(1) && context.WorkOnBytes(std::min(TextSize(a), TextSize(b)));
}

}  // namespace

Value Equal(Context& context, const Value& a, const Value& b) {
  NeedStack();
  if (!CountLook(context, a, b)) {
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

Value Compare(Context& context, const Value& a, const Value& b) {
  if (!CountLook(context, a, b)) {
    return context.Stop();
  }
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
