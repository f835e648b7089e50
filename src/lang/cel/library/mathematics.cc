#include <cmath>
#include <limits>

#include "src/lang/cel/library/library.h"
#include "src/lang/cel/number_order.h"

// cel-go, ext/math.go, and Kyverno's `math.round` with digits. Only an environment with Extension::kKyverno
// knows them.
namespace kval::cel {
namespace {

// Of cel-go's `@max`, 1, or `@min`, -1. Among equal values the first one.
template <int Wanted>
Value Extreme(Call& call) {
  const bool is_list = call.args[0].is(ValueKind::kList);
  const size_t size = is_list ? call.args[0].list().size() : call.args.size();
  if (!call.context.Work(size)) {
    return call.context.Stop();
  }
  Value best;
  for (size_t i = 0; i < size; ++i) {
    const Value value = is_list ? call.args[0].list().At(i) : call.args[i];
    if (value.is_error()) {
      return value;
    }
    if (!value.is_number()) {
      return call.context.NoSuchOverload();
    }
    const bool is_comparable = i > 0 && !IsNan(best) && !IsNan(value);
    best = i == 0 || (is_comparable && OrderNumbers(value, best) == Wanted) ? value : best;
  }
  return size > 0 ? best
                  : call.context.Fail(Wanted > 0 ? "math.@max(list) argument must not be empty"
                                                 : "math.@min(list) argument must not be empty");
}

template <double (*Function)(double)>
Value OfDouble(Call& call) {
  const Value& value = call.args[0];
  const double number = value.is(ValueKind::kInt)    ? static_cast<double>(value.integer())
                        : value.is(ValueKind::kUint) ? static_cast<double>(value.natural())
                                                     : value.real();
  return Value::Double(Function(number));
}

double Ceil(double number) {
  return std::ceil(number);
}
double Floor(double number) {
  return std::floor(number);
}
double Round(double number) {
  return std::round(number);
}
double Trunc(double number) {
  return std::trunc(number);
}
double Root(double number) {
  return std::sqrt(number);
}

Value RoundTo(Call& call) {
  const double shift = std::pow(10, static_cast<double>(call.args[1].integer()));
  return Value::Double(std::round(call.args[0].real() * shift) / shift);
}

Value IsInf(Call& call) {
  return Value::Bool(std::isinf(call.args[0].real()));
}
Value IsNaN(Call& call) {
  return Value::Bool(std::isnan(call.args[0].real()));
}
Value IsFinite(Call& call) {
  return Value::Bool(std::isfinite(call.args[0].real()));
}

Value Absolute(Call& call) {
  const Value& value = call.args[0];
  if (value.is(ValueKind::kDouble)) {
    return Value::Double(std::fabs(value.real()));
  }
  if (value.is(ValueKind::kUint) || value.integer() >= 0) {
    return value;
  }
  return value.integer() == std::numeric_limits<int64_t>::min() ? call.context.Fail("integer overflow")
                                                                : Value::Int(-value.integer());
}

Value Sign(Call& call) {
  const Value& value = call.args[0];
  if (value.is(ValueKind::kUint)) {
    return Value::Uint(value.natural() == 0 ? 0 : 1);
  }
  if (value.is(ValueKind::kInt)) {
    return Value::Int(value.integer() == 0 ? 0 : value.integer() > 0 ? 1 : -1);
  }
  const double real = value.real();
  return std::isnan(real) ? value : Value::Double(real > 0 ? 1 : real < 0 ? -1 : 0);
}

// Operations on the bits of both kinds of integers.
template <typename Operation>
Value OnBits(Call& call, Operation operation) {
  const auto bits = [](const Value& value) {
    return value.is(ValueKind::kInt) ? static_cast<uint64_t>(value.integer()) : value.natural();
  };
  const uint64_t result = operation(bits(call.args[0]), bits(call.args.back()));
  return call.args[0].is(ValueKind::kInt) ? Value::Int(static_cast<int64_t>(result)) : Value::Uint(result);
}

Value BitAnd(Call& call) {
  return OnBits(call, [](uint64_t a, uint64_t b) { return a & b; });
}
Value BitOr(Call& call) {
  return OnBits(call, [](uint64_t a, uint64_t b) { return a | b; });
}
Value BitXor(Call& call) {
  return OnBits(call, [](uint64_t a, uint64_t b) { return a ^ b; });
}
Value BitNot(Call& call) {
  return OnBits(call, [](uint64_t a, uint64_t) { return ~a; });
}

template <bool ToLeft>
Value Shift(Call& call) {
  if (const int64_t count = call.args[1].integer(); count < 0) {
    return call.context.Fail(std::string(call.overload.function) +
                             "() negative offset: " + std::to_string(count));
  }
  return OnBits(call, [](uint64_t a, uint64_t count) {
    return count > 63 ? 0 : ToLeft ? a << count : a >> count;
  });
}

constexpr std::string_view kSameKind = "int -> int | uint -> uint | double -> double";
constexpr std::string_view kPairOfBits = "int, int -> int | uint, uint -> uint";
constexpr std::string_view kShift = "int, int -> int | uint, int -> uint";
constexpr std::string_view kOfAny =
    "int -> int | uint -> uint | double -> double | list(int) -> int | list(uint) -> uint | "
    "list(double) -> double | int, int -> int | uint, uint -> uint | double, double -> double | "
    "dyn, dyn -> dyn | dyn, dyn, dyn -> dyn | dyn, dyn, dyn, dyn -> dyn | dyn, dyn, dyn, dyn, dyn -> dyn";

constexpr LibraryEntry kEntries[] = {
    {"math.greatest", false, kOfAny, Extreme<1>},
    {"math.least", false, kOfAny, Extreme<-1>},
    {"math.ceil", false, "double -> double", OfDouble<Ceil>},
    {"math.floor", false, "double -> double", OfDouble<Floor>},
    {"math.round", false, "double -> double", OfDouble<Round>},
    {"math.round", false, "double, int -> double", RoundTo},
    {"math.trunc", false, "double -> double", OfDouble<Trunc>},
    {"math.sqrt", false, "int -> double | uint -> double | double -> double", OfDouble<Root>},
    {"math.isInf", false, "double -> bool", IsInf},
    {"math.isNaN", false, "double -> bool", IsNaN},
    {"math.isFinite", false, "double -> bool", IsFinite},
    {"math.abs", false, kSameKind, Absolute},
    {"math.sign", false, kSameKind, Sign},
    {"math.bitAnd", false, kPairOfBits, BitAnd},
    {"math.bitOr", false, kPairOfBits, BitOr},
    {"math.bitXor", false, kPairOfBits, BitXor},
    {"math.bitNot", false, "int -> int | uint -> uint", BitNot},
    {"math.bitShiftLeft", false, kShift, Shift<true>},
    {"math.bitShiftRight", false, kShift, Shift<false>},
};

}  // namespace

std::span<const LibraryEntry> MathFunctions() {
  return kEntries;
}

}  // namespace kval::cel
