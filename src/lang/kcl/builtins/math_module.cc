#include <cmath>
#include <numeric>
#include <string>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/number_text.h"
#include "src/lang/kcl/runtime/arithmetic.h"

// The module `math`. Source: kcl crates/runtime/src/math/mod.rs; its logarithms of integers are integers, and
// its log1p is that of x + 1.

namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Kind;
using runtime::Runtime;
using runtime::Value;

std::optional<Value> X(Runtime& runtime, const CallArgs& call, std::string_view function) {
  return Arguments(runtime, call, function).Number(0, "x");
}

template <double (*Function)(double)>
Value ToFloat(Runtime& runtime, const CallArgs& call) {
  std::optional<Value> x = X(runtime, call, call.function);
  return x ? runtime::Float(Function(runtime::AsFloat(*x))) : Value();
}

double Exp(double x) {
  return std::exp(x);
}
double Expm1(double x) {
  return std::expm1(x);
}
double Log1p(double x) {
  return std::log1p(x + 1);
}
double Log10(double x) {
  return std::log10(x);
}
double Sqrt(double x) {
  return std::sqrt(x);
}
double CeilOf(double x) {
  return std::ceil(x);
}
double FloorOf(double x) {
  return std::floor(x);
}

template <double (*Function)(double)>
Value ToInt(Runtime& runtime, const CallArgs& call) {
  std::optional<Value> x = X(runtime, call, call.function);
  if (!x) {
    return {};
  }
  return x->is(Kind::kInt) ? runtime::Int(x->integer) : runtime::Int(Truncated(Function(x->real)));
}

bool IsFinite(double x) {
  return std::isfinite(x);
}
bool IsInfinite(double x) {
  return std::isinf(x);
}
bool IsNan(double x) {
  return std::isnan(x);
}

template <bool (*Test)(double)>
Value Is(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, call.function);
  const Value* value = args.FindSet(0, "x");
  if (Test == IsInfinite && value != nullptr && value->is(Kind::kBool)) {
    return runtime::Bool(false);  // of the three this one alone takes them
  }
  std::optional<double> x = args.Float(0, "x");
  return x ? runtime::Bool(Test(*x)) : Value();
}

Value Factorial(Runtime& runtime, const CallArgs& call) {
  constexpr int64_t kLargest = 20;  // 21! is beyond int64
  std::optional<Value> x = X(runtime, call, "factorial");
  if (!x) {
    return {};
  }
  double real = runtime::AsFloat(*x);
  if (!(real >= 0) || real != std::floor(real) || std::isinf(real)) {
    return runtime.Fail("factorial() only accepts integral values");
  }
  if (real > kLargest) {
    return runtime.Fail("factorial() result overflow");
  }
  int64_t product = 1;
  for (int64_t i = 2; i <= static_cast<int64_t>(real); ++i) {
    product *= i;
  }
  return x->is(Kind::kInt) ? runtime::Int(product) : runtime::Float(static_cast<double>(product));
}

Value Gcd(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "gcd");
  std::optional<int64_t> a = args.Int(0, "a");
  std::optional<int64_t> b = args.Int(1, "b");
  if (!a || !b) {
    return {};
  }
  if (*a == INT64_MIN || *b == INT64_MIN) {
    return runtime.Fail("9223372036854775808: A 64 bit integer overflow");
  }
  return runtime::Int(std::gcd(*a, *b));
}

Value Modf(Runtime& runtime, const CallArgs& call) {
  std::optional<Value> x = X(runtime, call, "modf");
  if (!x) {
    return {};
  }
  // Not std::modf: the fraction of -3.0 is 0.0 in KCL, not -0.0.
  const double number = runtime::AsFloat(*x);
  const double whole = std::trunc(number);
  const Value parts[] = {runtime::Float(number - whole), runtime::Float(whole)};
  return MakeList(runtime.heap(), parts);
}

// A logarithm, of an integer cut to an integer.
Value Logarithm(const Value& x, double logarithm) {
  return x.is(Kind::kInt) ? runtime::Int(Truncated(logarithm)) : runtime::Float(logarithm);
}

Value Log(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "log");
  std::optional<Value> x = args.Number(0, "x");
  if (!x) {
    return {};
  }
  double logarithm = std::log(runtime::AsFloat(*x));
  const Value* base = args.FindSet(1, "e");
  if (base != nullptr && base->is(Kind::kFloat)) {  // KCL takes no notice of another: log(8, 2) is log(8)
    logarithm /= std::log(base->real);
  }
  return Logarithm(*x, logarithm);
}

// Truncated like `log` of an integer, but always a float, as the release's tests require.
Value Log2(Runtime& runtime, const CallArgs& call) {
  std::optional<Value> x = X(runtime, call, "log2");
  if (!x) {
    return {};
  }
  if (x->is(Kind::kInt) && x->integer <= 0) {
    return runtime.Fail("log2() needs a number that is greater than 0, got " + std::to_string(x->integer));
  }
  const double logarithm = std::log2(runtime::AsFloat(*x));
  return runtime::Float(x->is(Kind::kInt) ? std::trunc(logarithm) : logarithm);
}

// By multiplying, as Rust's powi does: its last digit can differ from that of `**`.
double PowerOfWhole(double base, int64_t exponent) {
  double power = 1;
  for (int64_t left = exponent; left != 0; left /= 2) {
    power *= left % 2 != 0 ? base : 1;
    base *= base;
  }
  return exponent < 0 ? 1 / power : power;
}

Value Pow(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "pow");
  std::optional<Value> x = args.Number(0, "x");
  std::optional<Value> y = args.Number(1, "y");
  if (!x || !y) {
    return {};
  }
  if (x->is(Kind::kInt) && y->is(Kind::kInt) && y->integer >= 0) {
    return runtime::Calculate(runtime, runtime::Arithmetic::kPower, *x, *y);
  }
  const double base = runtime::AsFloat(*x);
  return runtime::Float(y->is(Kind::kInt) ? PowerOfWhole(base, y->integer)
                                          : std::pow(base, runtime::AsFloat(*y)));
}

constexpr Native kMathFunctions[] = {
    {"ceil", ToInt<CeilOf>},
    {"factorial", Factorial},
    {"floor", ToInt<FloorOf>},
    {"gcd", Gcd},
    {"isfinite", Is<IsFinite>},
    {"isinf", Is<IsInfinite>},
    {"isnan", Is<IsNan>},
    {"modf", Modf},
    {"exp", ToFloat<Exp>},
    {"expm1", ToFloat<Expm1>},
    {"log", Log},
    {"log1p", ToFloat<Log1p>},
    {"log2", Log2},
    {"log10", ToFloat<Log10>},
    {"pow", Pow},
    {"sqrt", ToFloat<Sqrt>},
};

}  // namespace

std::span<const Native> MathNatives() {
  return kMathFunctions;
}

}  // namespace kval::kcl::builtins
