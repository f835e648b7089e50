#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>

#include "src/lang/starlark/numbers.h"
#include "src/modules/builders.h"
#include "src/modules/native.h"

// Source: ytt pkg/yttlibrary/math.go. There the functions have no `math.` in their names.
namespace kval::modules {
namespace {

constexpr std::string_view kWarning =
    "Warning: a function from the @ytt:math module is used in this invocation; this module does not "
    "guarantee "
    "bit-identical results across CPU architectures.";

struct Unary {
  std::string_view name;
  double (*apply)(double x);
};

struct Binary {
  std::string_view name;
  double (*apply)(double x, double y);
};

constexpr std::array<Unary, 19> kUnary = {{
    {"fabs", [](double x) { return std::fabs(x); }},
    {"round", [](double x) { return std::round(x); }},
    {"exp", [](double x) { return std::exp(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"acos", [](double x) { return std::acos(x); }},
    {"asin", [](double x) { return std::asin(x); }},
    {"atan", [](double x) { return std::atan(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"sin", [](double x) { return std::sin(x); }},
    {"tan", [](double x) { return std::tan(x); }},
    {"degrees", [](double x) { return 360 * x / (2 * std::numbers::pi); }},
    {"radians", [](double x) { return 2 * std::numbers::pi * x / 360; }},
    {"acosh", [](double x) { return std::acosh(x); }},
    {"asinh", [](double x) { return std::asinh(x); }},
    {"atanh", [](double x) { return std::atanh(x); }},
    {"cosh", [](double x) { return std::cosh(x); }},
    {"sinh", [](double x) { return std::sinh(x); }},
    {"tanh", [](double x) { return std::tanh(x); }},
    {"gamma", [](double x) { return std::tgamma(x); }},
}};

constexpr std::array<Binary, 6> kBinary = {{
    {"copysign", [](double x, double y) { return std::copysign(x, y); }},
    {"mod", [](double x, double y) { return std::fmod(x, y); }},
    {"pow", [](double x, double y) { return std::pow(x, y); }},
    {"remainder", [](double x, double y) { return std::remainder(x, y); }},
    {"atan2", [](double x, double y) { return std::atan2(x, y); }},
    {"hypot", [](double x, double y) { return std::hypot(x, y); }},
}};

// The one or two numbers of a call.
struct Numbers {
  double x = 0;
  double y = 0;
};

Outcome<Numbers> NumbersOf(const Call& call, size_t count) {
  if (Status exact = ExpectExactly(call, count); !exact.ok()) {
    return exact.Pass();
  }
  Numbers numbers;
  for (size_t i = 0; i < count; ++i) {
    Outcome<double> real = RealOf(call.args.positional[i]);
    if (!real.ok()) {
      return real.Pass();
    }
    (i == 0 ? numbers.x : numbers.y) = *real;
  }
  return numbers;
}

// A float without fraction as an int of any size.
Outcome<Value> WholeInt(const Call& call, double real) {
  if (!std::isfinite(real)) {
    return EvalFailure(std::string("cannot convert float ") + (std::isnan(real) ? "NaN" : "infinity") +
                       " to integer");
  }
  std::array<char, 400> digits;
  const int size = std::snprintf(digits.data(), digits.size(), "%.0f", real);
  return starlark::IntFromText(call.interpreter.heap(), {digits.data(), static_cast<size_t>(size)});
}

// Of these functions alone: the others ignore them, as in ytt.
Status ExpectNoKeywords(const Call& call) {
  return call.args.keywords.empty() ? Status(starlark::Success{})
                                    : EvalFailure("unexpected keyword arguments");
}

Outcome<Value> RunRounded(const Call& call, double (*round)(double)) {
  if (Status none = ExpectNoKeywords(call); !none.ok()) {
    return none.Pass();
  }
  if (Status exact = ExpectCount(call, 1); !exact.ok()) {
    return exact.Pass();
  }
  const Value x = call.args.positional[0];
  if (x.is_int()) {
    return x;
  }
  if (!x.is_float()) {
    return EvalFailure("expected float value, but was " + GoTypeName(x));
  }
  return WholeInt(call, round(x.real()));
}

// log(x), log(x, base)
Outcome<Value> RunLog(const Call& call) {
  if (Status none = ExpectNoKeywords(call); !none.ok()) {
    return none.Pass();
  }
  const size_t given = call.args.positional.size();
  if (given < 1 || given > 2) {
    return EvalFailure("got " + std::to_string(given) +
                       (given < 1 ? " arguments, want at least 1" : " arguments, want at most 2"));
  }
  Outcome<Numbers> numbers = NumbersOf(call, given);
  if (!numbers.ok()) {
    return numbers.Pass();
  }
  const double base = given == 2 ? numbers->y : std::numbers::e;
  return Value::Float(std::log(numbers->x) / std::log(base));
}

// Defines functions that warn once, whichever is called first.
class Definer {
 public:
  Definer(Heap& heap, starlark::Module* module)
      : heap_(heap), module_(module), has_warned_(std::make_shared<bool>(false)) {}

  template <typename Run>
  void Define(std::string_view name, Run run) {
    auto warning = [has_warned = has_warned_, run](const Call& call) -> Outcome<Value> {
      if (!*has_warned && call.interpreter.options().print) {
        call.interpreter.options().print(kWarning);
      }
      *has_warned = true;
      return run(call);
    };
    module_->Define(name, NewNative(heap_, std::string(name), std::move(warning)));
  }

 private:
  Heap& heap_;
  starlark::Module* module_;
  std::shared_ptr<bool> has_warned_;
};

}  // namespace

starlark::Module* MakeMath(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("math");
  Definer definer(build.heap, module);
  for (const Unary& function : kUnary) {
    definer.Define(function.name, [apply = function.apply](const Call& call) -> Outcome<Value> {
      Outcome<Numbers> numbers = NumbersOf(call, 1);
      return numbers.ok() ? Outcome<Value>(Value::Float(apply(numbers->x))) : numbers.Pass();
    });
  }
  for (const Binary& function : kBinary) {
    definer.Define(function.name, [apply = function.apply](const Call& call) -> Outcome<Value> {
      Outcome<Numbers> numbers = NumbersOf(call, 2);
      return numbers.ok() ? Outcome<Value>(Value::Float(apply(numbers->x, numbers->y))) : numbers.Pass();
    });
  }
  definer.Define("ceil",
                 [](const Call& call) { return RunRounded(call, [](double x) { return std::ceil(x); }); });
  definer.Define("floor",
                 [](const Call& call) { return RunRounded(call, [](double x) { return std::floor(x); }); });
  definer.Define("log", RunLog);
  module->Define("e", Value::Float(std::numbers::e));
  module->Define("pi", Value::Float(std::numbers::pi));
  return module;
}

}  // namespace kval::modules
