
#include "src/lang/cel/containers.h"
#include "src/lang/cel/equality.h"
#include "src/lang/cel/library/arithmetic.h"
#include "src/lang/cel/library/library.h"
#include "src/lang/cel/time.h"
#include "src/support/utf8.h"

// Operators and functions for all kinds of values: cel-go, common/stdlib/standard.go.
namespace kval::cel {
namespace {

Value Sum(Call& call) {
  return Add(call.context, call.args[0], call.args[1]);
}

Value Difference(Call& call) {
  return Subtract(call.context, call.args[0], call.args[1]);
}

Value Product(Call& call) {
  return Multiply(call.context, call.args[0], call.args[1]);
}

Value Quotient(Call& call) {
  return Divide(call.context, call.args[0], call.args[1]);
}

Value Remainder(Call& call) {
  return Modulo(call.context, call.args[0], call.args[1]);
}

Value Negative(Call& call) {
  return Negate(call.context, call.args[0]);
}

Value Not(Call& call) {
  return Value::Bool(!call.args[0].boolean());
}

Value Less(Call& call) {
  const Value order = Compare(call.context, call.args[0], call.args[1]);
  return order.is_error() ? order : Value::Bool(order.integer() < 0);
}

Value LessOrEqual(Call& call) {
  const Value order = Compare(call.context, call.args[0], call.args[1]);
  return order.is_error() ? order : Value::Bool(order.integer() <= 0);
}

Value Greater(Call& call) {
  const Value order = Compare(call.context, call.args[0], call.args[1]);
  return order.is_error() ? order : Value::Bool(order.integer() > 0);
}

Value GreaterOrEqual(Call& call) {
  const Value order = Compare(call.context, call.args[0], call.args[1]);
  return order.is_error() ? order : Value::Bool(order.integer() >= 0);
}

Value Size(Call& call) {
  const Value& value = call.args[0];
  switch (value.kind()) {
    case ValueKind::kString:
      return Value::Int(static_cast<int64_t>(utf8::Count(value.text())));
    case ValueKind::kBytes:
      return Value::Int(static_cast<int64_t>(value.text().size()));
    case ValueKind::kList:
      return Value::Int(static_cast<int64_t>(value.list().size()));
    default:
      return Value::Int(static_cast<int64_t>(value.map().size()));
  }
}

bool IsText(const Value& value) {
  return value.is(ValueKind::kString) || value.is(ValueKind::kBytes);
}

uint64_t CostOfSum(const Call& call, const Value&) {
  return IsText(call.args[0]) ? PassCost(SizeForCost(call.args[0]) + SizeForCost(call.args[1])) : 1;
}

uint64_t CostOfOrder(const Call& call, const Value&) {
  return IsText(call.args[0]) ? PassCost(std::min(SizeForCost(call.args[0]), SizeForCost(call.args[1]))) : 1;
}

constexpr std::string_view kOrdered =
    "bool, bool -> bool | int, int -> bool | int, double -> bool | int, uint -> bool | uint, uint -> bool |"
    "uint, double -> bool | uint, int -> bool | double, double -> bool | double, int -> bool | double, uint "
    "-> bool |"
    "string, string -> bool | bytes, bytes -> bool | timestamp, timestamp -> bool | duration, duration -> "
    "bool";
constexpr std::string_view kSized = "bytes -> int | list(A) -> int | map(A, B) -> int | string -> int";

constexpr LibraryEntry kOperatorsEntries[] = {
    {"_?_:_", false, "bool, A, A -> A", nullptr},
    {"_&&_", false, "bool, bool -> bool", nullptr},
    {"_||_", false, "bool, bool -> bool", nullptr},
    {"!_", false, "bool -> bool", Not},
    {"@not_strictly_false", false, "bool -> bool", nullptr},
    {"_==_", false, "A, A -> bool", nullptr},
    {"_!=_", false, "A, A -> bool", nullptr},
    {"@in", false, "A, list(A) -> bool | A, map(A, B) -> bool", nullptr},
    {"_[_]", false,
     "list(A), int -> A | map(A, B), A -> B | optional(list(A)), int -> optional(A) |"
     "optional(map(A, B)), A -> optional(B)",
     nullptr},
    {"_+_", false,
     "bytes, bytes -> bytes | double, double -> double | duration, duration -> duration |"
     "duration, timestamp -> timestamp | timestamp, duration -> timestamp | int, int -> int |"
     "list(A), list(A) -> list(A) | string, string -> string | uint, uint -> uint",
     Sum, CostOfSum},
    {"_-_", false,
     "double, double -> double | duration, duration -> duration | int, int -> int |"
     "timestamp, duration -> timestamp | timestamp, timestamp -> duration | uint, uint -> uint",
     Difference},
    {"_*_", false, "double, double -> double | int, int -> int | uint, uint -> uint", Product},
    {"_/_", false, "double, double -> double | int, int -> int | uint, uint -> uint", Quotient},
    {"_%_", false, "int, int -> int | uint, uint -> uint", Remainder},
    {"-_", false, "double -> double | int -> int", Negative},
    {"_<_", false, kOrdered, Less, CostOfOrder},
    {"_<=_", false, kOrdered, LessOrEqual, CostOfOrder},
    {"_>_", false, kOrdered, Greater, CostOfOrder},
    {"_>=_", false, kOrdered, GreaterOrEqual, CostOfOrder},
    {"size", false, kSized, Size},
    {"size", true, kSized, Size},
};

}  // namespace

std::span<const LibraryEntry> Operators() {
  return kOperatorsEntries;
}

}  // namespace kval::cel
