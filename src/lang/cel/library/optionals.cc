#include <vector>

#include "src/lang/cel/library/library.h"

// cel-go, cel/library.go: OptionalTypes. Selecting and indexing are the evaluator's.
namespace kval::cel {
namespace {

bool IsZero(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kNull:
      return true;
    case ValueKind::kBool:
      return !value.boolean();
    case ValueKind::kInt:
    case ValueKind::kDuration:
      return value.integer() == 0;
    case ValueKind::kUint:
      return value.natural() == 0;
    case ValueKind::kDouble:
      return value.real() == 0;
    case ValueKind::kString:
    case ValueKind::kBytes:
      return value.text().empty();
    case ValueKind::kList:
      return value.list().size() == 0;
    case ValueKind::kMap:
      return value.map().size() == 0;
    case ValueKind::kTimestamp:
      return value.time().seconds == -62'135'596'800 && value.time().nanoseconds == 0;
    default:
      return false;
  }
}

Value Of(Call& call) {
  return call.context.NewOptional(call.args[0]);
}

Value OfNonZero(Call& call) {
  return IsZero(call.args[0]) ? Value::Optional(nullptr) : call.context.NewOptional(call.args[0]);
}

Value None(Call&) {
  return Value::Optional(nullptr);
}

Value Held(Call& call) {
  const Value* held = call.args[0].held();
  return held == nullptr ? call.context.Fail("optional.none() dereference") : *held;
}

Value HasHeld(Call& call) {
  return Value::Bool(call.args[0].held() != nullptr);
}

Value First(Call& call) {
  const List& list = call.args[0].list();
  return list.size() == 0 ? Value::Optional(nullptr) : call.context.NewOptional(list.At(0));
}

Value Last(Call& call) {
  const List& list = call.args[0].list();
  return list.size() == 0 ? Value::Optional(nullptr) : call.context.NewOptional(list.At(list.size() - 1));
}

Value Unwrap(Call& call) {
  const List& list = call.args[0].list();
  std::vector<Value> items;
  for (size_t i = 0; i < list.size(); ++i) {
    const Value item = list.At(i);
    if (!item.is(ValueKind::kOptional)) {
      return call.context.Fail("value is not optional");
    }
    if (item.held() != nullptr) {
      items.push_back(*item.held());
    }
    if (!call.context.Work(1)) {
      return call.context.Stop();
    }
  }
  return call.context.NewList(items);
}

constexpr LibraryEntry kOptionalsEntries[] = {
    {"optional.of", false, "V -> optional(V)", Of},
    {"optional.ofNonZeroValue", false, "V -> optional(V)", OfNonZero},
    {"optional.none", false, "-> optional(V)", None},
    {"value", true, "optional(V) -> V", Held},
    {"hasValue", true, "optional(V) -> bool", HasHeld},
    {"or", true, "optional(V), optional(V) -> optional(V)", nullptr},
    {"orValue", true, "optional(V), V -> V", nullptr},
    {"_?._", false, "dyn, string -> optional(V)", nullptr},
    {"_[?_]", false,
     "list(V), int -> optional(V) | optional(list(V)), int -> optional(V) | map(K, V), K -> optional(V) |"
     "optional(map(K, V)), K -> optional(V)",
     nullptr},
    {"first", true, "list(V) -> optional(V)", First},
    {"last", true, "list(V) -> optional(V)", Last},
    {"optional.unwrap", false, "list(optional(V)) -> list(V)", Unwrap},
    {"unwrapOpt", true, "list(optional(V)) -> list(V)", Unwrap},
};

}  // namespace

std::span<const LibraryEntry> OptionalFunctions() {
  return kOptionalsEntries;
}

}  // namespace kval::cel
