#include "src/lang/kcl/runtime/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"

namespace kval::kcl::runtime {
namespace {

__extension__ using Wide = __int128;

const char* Spelling(Arithmetic op) {
  switch (op) {
    case Arithmetic::kAdd:
      return "+";
    case Arithmetic::kSubtract:
      return "-";
    case Arithmetic::kMultiply:
      return "*";
    case Arithmetic::kDivide:
      return "/";
    case Arithmetic::kFloorDivide:
      return "//";
    case Arithmetic::kModulo:
      return "%";
    case Arithmetic::kPower:
      return "**";
    case Arithmetic::kShiftLeft:
      return "<<";
    case Arithmetic::kShiftRight:
      return ">>";
    case Arithmetic::kBitAnd:
      return "&";
    case Arithmetic::kBitXor:
      return "^";
  }
  return "";
}

Value Unsupported(Runtime& runtime, Arithmetic op, const Value& a, const Value& b) {
  return runtime.Fail(Substitute("unsupported operand type(s) for {}: '{}' and '{}'", Spelling(op),
                                 TypeName(a), TypeName(b)));
}

std::string WideText(Wide value) {
  bool negative = value < 0;
  std::string digits;
  do {
    int digit = static_cast<int>(value % 10);
    digits.insert(digits.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
    value /= 10;
  } while (value != 0);
  return negative ? "-" + digits : digits;
}

Value Overflow(Runtime& runtime, const std::string& number, int bits) {
  return runtime.Fail(Substitute("{}: A {} bit integer overflow", number, bits));
}

Value Narrow(Runtime& runtime, Wide wide) {
  if (runtime.strict_range() &&
      (wide < std::numeric_limits<int32_t>::min() || wide > std::numeric_limits<int32_t>::max())) {
    return Overflow(runtime, WideText(wide), 32);
  }
  if (wide < std::numeric_limits<int64_t>::min() || wide > std::numeric_limits<int64_t>::max()) {
    return Overflow(runtime, WideText(wide), 64);
  }
  return Int(static_cast<int64_t>(wide));
}

Value Real(Runtime& runtime, double real) {
  if (runtime.strict_range() && std::isfinite(real) && std::fabs(real) > std::numeric_limits<float>::max()) {
    return runtime.Fail(FloatText(real) + ": A 32-bit floating point number overflow");
  }
  return Float(real);
}

// KCL takes the exponent as 32 bits without a sign: a negative one is a huge one, which only 0, 1 and -1
// bear.
Value IntPower(Runtime& runtime, int64_t base, int64_t exponent) {
  std::string name = std::to_string(base) + " ** " + std::to_string(exponent);
  if (exponent < 0) {
    if (base < -1 || base > 1 || exponent < std::numeric_limits<int32_t>::min()) {
      return Overflow(runtime, name, 64);
    }
    exponent = static_cast<uint32_t>(exponent);
  }
  Wide result = 1;
  Wide factor = base;
  constexpr Wide kLimit = Wide{1} << 64;
  constexpr Wide kLimitOfRoot = Wide{1} << 32;
  for (int64_t rest = exponent; rest > 0; rest >>= 1) {
    if ((rest & 1) != 0) {
      result *= factor;
    }
    // The square of the factor is a factor of the result while there is a rest.
    const bool is_too_large = rest > 1 && (factor > kLimitOfRoot || factor < -kLimitOfRoot);
    if (is_too_large || result > kLimit || result < -kLimit) {
      return Overflow(runtime, name, runtime.strict_range() ? 32 : 64);
    }
    if (rest > 1) {
      factor *= factor;
    }
  }
  return Narrow(runtime, result);
}

Value Shift(Runtime& runtime, Arithmetic op, int64_t a, int64_t b) {
  if (b < 0 || b > 63) {
    return Overflow(runtime, std::to_string(a) + " " + Spelling(op) + " " + std::to_string(b), 64);
  }
  return op == Arithmetic::kShiftLeft ? Narrow(runtime, Wide{a} * (Wide{1} << b)) : Int(a >> b);
}

Value CalculateInts(Runtime& runtime, Arithmetic op, int64_t a, int64_t b) {
  switch (op) {
    case Arithmetic::kAdd:
      return Narrow(runtime, Wide{a} + b);
    case Arithmetic::kSubtract:
      return Narrow(runtime, Wide{a} - b);
    case Arithmetic::kMultiply:
      return Narrow(runtime, Wide{a} * b);
    case Arithmetic::kDivide:
      return Float(static_cast<double>(a) / static_cast<double>(b));
    case Arithmetic::kFloorDivide:
    case Arithmetic::kModulo: {
      if (b == 0) {
        return runtime.Fail(op == Arithmetic::kModulo
                                ? "attempt to calculate the remainder with a divisor of zero"
                                : "attempt to divide by zero");
      }
      Wide quotient = Wide{a} / b;
      Wide remainder = Wide{a} % b;
      if (remainder != 0 && (remainder < 0) != (b < 0)) {
        --quotient;
        remainder += b;
      }
      return Narrow(runtime, op == Arithmetic::kModulo ? remainder : quotient);
    }
    case Arithmetic::kPower:
      return IntPower(runtime, a, b);
    case Arithmetic::kShiftLeft:
    case Arithmetic::kShiftRight:
      return Shift(runtime, op, a, b);
    case Arithmetic::kBitAnd:
      return Int(a & b);
    case Arithmetic::kBitXor:
      return Int(a ^ b);
  }
  return {};
}

Value CalculateFloats(Runtime& runtime, Arithmetic op, const Value& left, const Value& right) {
  double a = AsFloat(left);
  double b = AsFloat(right);
  switch (op) {
    case Arithmetic::kAdd:
      return Real(runtime, a + b);
    case Arithmetic::kSubtract:
      return Real(runtime, a - b);
    case Arithmetic::kMultiply:
      return Real(runtime, a * b);
    case Arithmetic::kDivide:
      return Float(a / b);
    case Arithmetic::kFloorDivide:
      return Float(std::floor(a / b));
    case Arithmetic::kModulo:
      return Float(std::fmod(a, b));
    case Arithmetic::kPower:
      return Real(runtime, std::pow(a, b));
    case Arithmetic::kShiftLeft:
    case Arithmetic::kShiftRight:
    case Arithmetic::kBitAnd:
    case Arithmetic::kBitXor:
      break;
  }
  return Unsupported(runtime, op, left, right);
}

// A sequence repeated; the result's size is limited before it is made.
Value Repeat(Runtime& runtime, const Value& sequence, int64_t times) {
  if (times < 0) {
    times = 0;
  }
  size_t unit =
      sequence.is(Kind::kString) ? sequence.string().size() : sequence.items().size() * sizeof(Value);
  if (unit != 0 && static_cast<uint64_t>(times) > std::numeric_limits<size_t>::max() / unit) {
    return runtime.Fail("the result of `*` is too large");
  }
  size_t count = static_cast<size_t>(times);
  if (!runtime.heap().CanAllocate(unit * count)) {
    return runtime.Fail("the result of `*` is too large");
  }
  if (sequence.is(Kind::kString)) {
    std::string text;
    text.reserve(unit * count);
    text += count > 0 ? sequence.string() : std::string_view();
    while (text.size() < unit * count) {
      text.append(text, 0, std::min(text.size(), unit * count - text.size()));
    }
    return String(runtime.heap(), text);
  }
  std::vector<Value> items;
  items.reserve(sequence.items().size() * count);
  for (size_t i = 0; unit != 0 && i < count; ++i) {
    items.insert(items.end(), sequence.items().begin(), sequence.items().end());
  }
  return MakeList(runtime.heap(), items);
}

Value Concatenate(Runtime& runtime, const Value& a, const Value& b) {
  if (a.is(Kind::kString)) {
    size_t size = a.string().size() + b.string().size();
    if (!runtime.heap().CanAllocate(size)) {
      return runtime.Fail("the result of `+` is too large");
    }
    std::string text;
    text.reserve(size);
    text += a.string();
    text += b.string();
    return String(runtime.heap(), text);
  }
  if (!runtime.heap().CanAllocate((a.items().size() + b.items().size()) * sizeof(Value))) {
    return runtime.Fail("the result of `+` is too large");
  }
  return Extended(runtime.heap(), *a.list, b.items());
}

// Nothing is calculated with numbers that have a multiplier.
bool IsPlain(const Value& value) {
  return value.is(Kind::kInt) || value.is(Kind::kFloat);
}

bool IsSequence(const Value& value) {
  return value.is(Kind::kString) || value.is(Kind::kList);
}

}  // namespace

Value Calculate(Runtime& runtime, Arithmetic op, const Value& a, const Value& b) {
  if (a.is(Kind::kInt) && b.is(Kind::kInt)) {
    return CalculateInts(runtime, op, a.integer, b.integer);
  }
  if (IsPlain(a) && IsPlain(b)) {
    return CalculateFloats(runtime, op, a, b);
  }
  if (op == Arithmetic::kAdd && IsSequence(a)) {
    if (a.kind == b.kind) {
      return Concatenate(runtime, a, b);
    }
    if (a.is(Kind::kList)) {
      return runtime.Fail("can only concatenate list (not \"" + TypeName(b) + "\") to list");
    }
  }
  if (op == Arithmetic::kMultiply) {
    if (IsSequence(a) && b.is(Kind::kInt)) {
      return Repeat(runtime, a, b.integer);
    }
    if (a.is(Kind::kInt) && IsSequence(b)) {
      return Repeat(runtime, b, a.integer);
    }
  }
  return Unsupported(runtime, op, a, b);
}

Value Negate(Runtime& runtime, const Value& value) {
  if (value.is(Kind::kInt)) {
    return Narrow(runtime, -Wide{value.integer});
  }
  if (IsPlain(value)) {
    return Float(0.0 - AsFloat(value));
  }
  return runtime.Fail("bad operand type for unary -: '" + TypeName(value) + "'");
}

Value UnaryPlus(Runtime& runtime, const Value& value) {
  return IsPlain(value) ? value : runtime.Fail("bad operand type for unary +: '" + TypeName(value) + "'");
}

Value Invert(Runtime& runtime, const Value& value) {
  // No bool has an integer in KCL: each counts as 0 here.
  if (value.is(Kind::kInt) || value.is(Kind::kBool)) {
    return Int(~(value.is(Kind::kInt) ? value.integer : int64_t{0}));
  }
  return runtime.Fail("bad operand type for unary ~: '" + TypeName(value) + "'");
}

}  // namespace kval::kcl::runtime
