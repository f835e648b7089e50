#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/number_text.h"
#include "src/lang/kcl/runtime/arithmetic.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"
#include "src/support/utf8.h"

// The built-in functions on numbers. Source: kcl crates/runtime/src/stdlib/builtin.rs. Where KCL lets an
// integer wrap or saturate, these fail.

namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Kind;
using runtime::Runtime;
using runtime::Value;

__extension__ using Wide = __int128;

Value Overflow(Runtime& runtime, const std::string& number) {
  return runtime.Fail(number + ": A 64 bit integer overflow");
}

// For an argument of another kind, KCL's number functions have neither a value nor a message: these return
// nullopt, even for a number with a unit. A missing argument is an error.
std::optional<int64_t> IntOf(Arguments& args, size_t index, std::string_view name) {
  const Value* value = args.Any(index, name);
  return value != nullptr && value->is(Kind::kInt) ? std::optional(value->integer) : std::nullopt;
}

std::optional<Value> NumberOf(Arguments& args, size_t index, std::string_view name) {
  const Value* value = args.Any(index, name);
  return value != nullptr && (value->is(Kind::kInt) || value->is(Kind::kFloat)) ? args.Number(index, name)
                                                                                : std::nullopt;
}

Value MultiplyOf(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "multiplyof");
  std::optional<int64_t> a = IntOf(args, 0, "a");
  std::optional<int64_t> b = IntOf(args, 1, "b");
  if (!a || !b) {
    return {};
  }
  if (*b == 0) {
    return runtime.Fail("attempt to calculate the remainder with a divisor of zero");
  }
  return runtime::Bool(*b == -1 || *a % *b == 0);
}

Value Abs(Runtime& runtime, const CallArgs& call) {
  const Value* value = Arguments(runtime, call, "abs").Any(0, "inval");
  if (value == nullptr) {
    return {};
  }
  if (value->is(Kind::kInt)) {
    return value->integer == INT64_MIN ? Overflow(runtime, "9223372036854775808")
                                       : runtime::Int(std::abs(value->integer));
  }
  return value->is(Kind::kFloat) ? runtime::Float(std::fabs(value->real)) : Value();
}

Value InBase(Runtime& runtime, const CallArgs& call, std::string_view function, int base,
             std::string_view prefix) {
  Arguments args(runtime, call, function);
  std::optional<int64_t> number = IntOf(args, 0, "number");
  if (!number) {
    return {};
  }
  uint64_t magnitude =
      *number < 0 ? uint64_t{0} - static_cast<uint64_t>(*number) : static_cast<uint64_t>(*number);
  char digits[72];
  auto [end, error] = std::to_chars(digits, digits + sizeof(digits), magnitude, base);
  std::string text = *number < 0 ? "-" : "";
  text += prefix;
  text.append(digits, end);
  return String(runtime.heap(), text);
}
Value Hex(Runtime& runtime, const CallArgs& call) {
  return InBase(runtime, call, "hex", 16, "0x");
}
Value Bin(Runtime& runtime, const CallArgs& call) {
  return InBase(runtime, call, "bin", 2, "0b");
}
Value Oct(Runtime& runtime, const CallArgs& call) {
  return InBase(runtime, call, "oct", 8, "0o");
}

Value Ord(Runtime& runtime, const CallArgs& call) {
  const Value* value = Arguments(runtime, call, "ord").Any(0, "c");
  if (value == nullptr || !value->is(Kind::kString)) {
    return {};
  }
  const std::string_view text = value->string();
  if (utf8::Count(text) != 1) {
    return runtime.Fail(
        Substitute("ord() expected string of length 1, but string of length {} found", text.size()));
  }
  return runtime::Int(static_cast<int64_t>(utf8::Decode(text, 0).value));
}

Value Range(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "range");
  const auto is_given = [&args](size_t index, std::string_view name) {
    return args.Find(index, name) != nullptr;
  };
  const auto int_of = [&args](size_t index, std::string_view name) {
    const Value* value = args.FindSet(index, name);
    return value != nullptr && value->is(Kind::kInt) ? std::optional(value->integer) : std::nullopt;
  };
  const std::optional<int64_t> first = int_of(0, "start");
  const std::optional<int64_t> second = int_of(1, "stop");
  const std::optional<int64_t> third = is_given(2, "step") ? int_of(2, "step") : 1;
  if (!first || (is_given(1, "stop") && !second) || !third) {
    return {};
  }
  const int64_t step = *third;
  int64_t begin = second ? *first : 0;
  int64_t end = second ? *second : *first;
  if (step == 0) {
    return runtime.Fail("range() step argument must not be zero");
  }
  Wide distance = step > 0 ? Wide{end} - begin : Wide{begin} - end;
  Wide stride = step > 0 ? Wide{step} : -Wide{step};
  Wide count = distance <= 0 ? Wide{0} : (distance + stride - 1) / stride;
  if (count > 100'000'000 || !runtime.heap().CanAllocate(static_cast<size_t>(count) * sizeof(Value)) ||
      !runtime.Charge(static_cast<uint64_t>(count))) {
    return runtime.FailLimit(runtime::Limit::kMemory, "range() is larger than the memory limit");
  }
  std::vector<Value> items;
  items.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < static_cast<int64_t>(count); ++i) {
    items.push_back(runtime::Int(begin + i * step));
  }
  return MakeList(runtime.heap(), items);
}

// x ** y % z, with the sign of x's powers as KCL has it.
Value PowerModulo(Runtime& runtime, int64_t x, int64_t y, int64_t z) {
  if (z == 0) {
    return runtime.Fail("pow() 3rd argument cannot be 0");
  }
  if (y < 0) {
    return runtime.Fail("pow() 2nd argument cannot be negative when 3rd argument specified");
  }
  Wide result = 1;
  Wide base = Wide{x} % z;
  for (int64_t exponent = y; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) {
      result = result * base % z;
    }
    base = base * base % z;
  }
  return runtime::Int(static_cast<int64_t>(result));
}

Value Pow(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "pow");
  std::optional<Value> x = NumberOf(args, 0, "x");
  std::optional<Value> y = NumberOf(args, 1, "y");
  if (!x || !y) {
    return {};
  }
  bool are_ints = x->is(Kind::kInt) && y->is(Kind::kInt);
  if (const Value* z = args.FindSet(2, "z"); z != nullptr && z->is(Kind::kInt)) {
    return are_ints ? PowerModulo(runtime, x->integer, y->integer, z->integer)
                    : runtime.Fail("pow() 3rd argument not allowed unless all arguments are integers");
  }
  if (are_ints && y->integer >= 0) {
    return runtime::Calculate(runtime, runtime::Arithmetic::kPower, *x, *y);
  }
  return runtime::Float(std::pow(runtime::AsFloat(*x), runtime::AsFloat(*y)));
}

// To `digits` places; a tie goes to the even neighbour after scaling, as CPython's fallback does.
double RoundedTo(double number, int64_t digits) {
  if (digits > 400) {
    return number;
  }
  double scale = std::pow(10.0, static_cast<double>(std::min<int64_t>(std::abs(digits), 400)));
  if (digits > 22) {
    scale = std::pow(10.0, static_cast<double>(digits - 22));
  }
  double extra = digits > 22 ? 1e22 : 1.0;
  double scaled = digits >= 0 ? number * scale * extra : number / scale;
  if (!std::isfinite(scaled)) {
    return number;
  }
  double rounded = std::round(scaled);
  if (std::fabs(scaled - rounded) == 0.5) {
    rounded = 2.0 * std::round(scaled / 2.0);
  }
  return digits >= 0 ? rounded / extra / scale : rounded * scale;
}

Value Round(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "round");
  std::optional<Value> number = NumberOf(args, 0, "number");
  const Value* places = args.FindSet(1, "ndigits");
  const std::optional<int64_t> digits =
      places != nullptr && places->is(Kind::kInt) ? std::optional(places->integer) : std::nullopt;
  if (!number) {
    return {};
  }
  if (!digits) {
    return number->is(Kind::kInt) ? *number : runtime::Int(Truncated(std::round(number->real)));
  }
  if (number->is(Kind::kInt)) {
    return runtime::Float(runtime::AsFloat(*number));
  }
  double rounded = *digits == 0 ? std::round(number->real) : RoundedTo(number->real, *digits);
  return std::isfinite(rounded) ? runtime::Float(rounded) : Value();
}

// The integer that a string spells in another base than ten, with or without `0x`, `0o`, `0b`.
std::optional<int64_t> ParseInBase(std::string_view text, int64_t base) {
  if (base < 2 || base > 36) {
    return std::nullopt;
  }
  bool is_negative = text.starts_with('-');
  std::string digits(is_negative ? text.substr(1) : text);
  if (digits.size() > 1 && digits[0] == '0' &&
      std::string_view("xXoObB").find(digits[1]) != std::string_view::npos) {
    digits.erase(0, 2);
  }
  return ParseInt(is_negative ? "-" + digits : digits, static_cast<int>(base));
}

Value ToInt(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "int");
  const Value* value = args.Any(0, "number");
  int64_t base = args.GetIntOr(1, "base", 10);
  if (value == nullptr) {
    return {};
  }
  if (value->is(Kind::kString)) {
    std::string_view text = value->string();
    std::optional<int64_t> number = base == 10 ? ParseQuantity(text) : ParseInBase(text, base);
    return number ? runtime::Int(*number)
                  : runtime.Fail(Substitute("invalid literal for int() with base {}: '{}'", base, text));
  }
  if (value->is_number()) {
    return value->is(Kind::kInt) ? runtime::Int(value->integer)
                                 : runtime::Int(Truncated(runtime::AsFloat(*value)));
  }
  return value->is(Kind::kBool)
             ? runtime::Int(value->boolean ? 1 : 0)
             : runtime.Fail(Substitute("int() argument must be a string or a number, not '{}'",
                                       runtime::TypeName(*value)));
}

Value ToFloat(Runtime& runtime, const CallArgs& call) {
  const Value* value = Arguments(runtime, call, "float").Any(0, "number");
  if (value == nullptr) {
    return {};
  }
  std::optional<double> number;
  if (value->is(Kind::kString)) {
    number = ParseFloat(value->string());
  } else if (value->is(Kind::kBool)) {
    number = value->boolean ? 1.0 : 0.0;
  } else if (value->is_number()) {
    number = runtime::AsFloat(*value);
  }
  if (!number) {
    return runtime.Fail(Substitute("invalid literal for float() with base 10: '{}'", runtime::Text(*value)));
  }
  if (runtime.strict_range() && std::isinf(static_cast<float>(*number))) {
    return runtime.Fail("inf: A 32-bit floating point number overflow");
  }
  return std::isinf(*number) ? runtime.Fail("inf: A 64-bit floating point number overflow")
                             : runtime::Float(*number);
}

constexpr Native kNumberFunctions[] = {
    {"multiplyof", MultiplyOf},
    {"abs", Abs},
    {"hex", Hex},
    {"bin", Bin},
    {"oct", Oct},
    {"ord", Ord},
    {"range", Range},
    {"pow", Pow},
    {"round", Round},
    {"int", ToInt},
    {"float", ToFloat},
};

}  // namespace

std::span<const Native> NumberNatives() {
  return kNumberFunctions;
}

}  // namespace kval::kcl::builtins
