#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "src/helm/functions/conversion.h"
#include "src/helm/functions/functions_of.h"

// Integers and floats. Source: Sprig numeric.go and functions.go. Integers wrap around, as in Go.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Value;

namespace {

int64_t Wrapping(uint64_t value) {
  return static_cast<int64_t>(value);
}

uint64_t Bits(const Value& value) {
  return static_cast<uint64_t>(ToInt64(value));
}

// math.Max and math.Min: an infinity wins over NaN.
double LargerOf(double a, double b) {
  if (a == HUGE_VAL || b == HUGE_VAL) {
    return HUGE_VAL;
  }
  return std::isnan(a) || std::isnan(b) ? NAN : a == b && std::signbit(a) ? b : std::max(a, b);
}

double SmallerOf(double a, double b) {
  return -LargerOf(-a, -b);
}

template <typename Select>
Value SelectInt(Call& call, Select select) {
  int64_t best = ToInt64(call[0]);
  for (const Value& value : call.args().subspan(1)) {
    best = select(best, ToInt64(value));
  }
  return Value::Int64(best);
}

template <typename Select>
Value SelectFloat(Call& call, Select select) {
  double best = ToFloat64(call[0]);
  for (const Value& value : call.args().subspan(1)) {
    best = select(best, ToFloat64(value));
  }
  return Value::Float(best);
}

// The integers from `start` to before `stop`.
std::vector<int64_t> Range(Call& call, int64_t start, int64_t stop, int64_t step) {
  std::vector<int64_t> numbers;
  const bool is_falling = stop < start;
  if (is_falling ? step >= 0 : step <= 0) {
    return numbers;
  }
  const uint64_t distance = is_falling ? static_cast<uint64_t>(start) - static_cast<uint64_t>(stop)
                                       : static_cast<uint64_t>(stop) - static_cast<uint64_t>(start);
  const uint64_t stride = is_falling ? 0 - static_cast<uint64_t>(step) : static_cast<uint64_t>(step);
  const uint64_t count = distance / stride + (distance % stride == 0 ? 0 : 1);
  constexpr uint64_t kMaxCount = uint64_t{1} << 40U;
  if (!call.Step(count) || !call.Reserve(std::min(count, kMaxCount) * sizeof(Value))) {
    return numbers;
  }
  numbers.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    numbers.push_back(Wrapping(static_cast<uint64_t>(start) + i * static_cast<uint64_t>(step)));
  }
  return numbers;
}

Value IntList(Call& call, const std::vector<int64_t>& numbers) {
  std::vector<Value> items;
  items.reserve(numbers.size());
  for (const int64_t number : numbers) {
    items.push_back(Value::Int(number));
  }
  return call.heap().NewList(gotemplate::kIntListType, items);
}

}  // namespace

Value Atoi(Call& call) {
  return Value::Int(ParseInt(call[0].text(), 10).value);
}

Value AsInt64(Call& call) {
  return Value::Int64(ToInt64(call[0]));
}

Value AsInt(Call& call) {
  return Value::Int(ToInt64(call[0]));
}

Value AsFloat64(Call& call) {
  return Value::Float(ToFloat64(call[0]));
}

// The value of octal digits.
Value ToDecimal(Call& call) {
  const ParsedInt parsed = ParseInt(PrintedText(call, call[0]), 8);
  return Value::Int64(parsed.is_valid ? parsed.value : 0);
}

Value AddOne(Call& call) {
  return Value::Int64(Wrapping(Bits(call[0]) + 1));
}

Value Add(Call& call) {
  uint64_t sum = 0;
  for (const Value& value : call.args()) {
    sum += Bits(value);
  }
  return Value::Int64(Wrapping(sum));
}

Value Sub(Call& call) {
  return Value::Int64(Wrapping(Bits(call[0]) - Bits(call[1])));
}

Value Mul(Call& call) {
  uint64_t product = 1;
  for (const Value& value : call.args()) {
    product *= Bits(value);
  }
  return Value::Int64(Wrapping(product));
}

Value Div(Call& call) {
  const int64_t divisor = ToInt64(call[1]);
  if (divisor == 0) {
    return call.Fail("runtime error: integer divide by zero");
  }
  return Value::Int64(divisor == -1 ? Wrapping(0 - Bits(call[0])) : ToInt64(call[0]) / divisor);
}

Value Mod(Call& call) {
  const int64_t divisor = ToInt64(call[1]);
  if (divisor == 0) {
    return call.Fail("runtime error: integer divide by zero");
  }
  return Value::Int64(divisor == -1 ? 0 : ToInt64(call[0]) % divisor);
}

Value Max(Call& call) {
  return SelectInt(call, [](int64_t a, int64_t b) { return std::max(a, b); });
}

Value Min(Call& call) {
  return SelectInt(call, [](int64_t a, int64_t b) { return std::min(a, b); });
}

Value MaxFloat(Call& call) {
  return SelectFloat(call, LargerOf);
}

Value MinFloat(Call& call) {
  return SelectFloat(call, SmallerOf);
}

Value Ceil(Call& call) {
  return Value::Float(std::ceil(ToFloat64(call[0])));
}

Value Floor(Call& call) {
  return Value::Float(std::floor(ToFloat64(call[0])));
}

// Rounds up from a fraction of `call[2]`, 0.5 by default, also of negative numbers.
Value Round(Call& call) {
  const double round_on = call.size() > 2 ? call[2].real() : 0.5;
  const double power = std::pow(10, static_cast<double>(call[1].integer()));
  const double shifted = power * ToFloat64(call[0]);
  double whole = 0;
  const double fraction = std::isinf(shifted) ? NAN : std::modf(shifted, &whole);  // as Go's Modf
  const double rounded = fraction >= round_on ? std::ceil(shifted) : std::floor(shifted);
  return Value::Float(rounded / power);
}

Value Until(Call& call) {
  const int64_t count = call[0].integer();
  return IntList(call, Range(call, 0, count, count < 0 ? -1 : 1));
}

Value UntilStep(Call& call) {
  return IntList(call, Range(call, call[0].integer(), call[1].integer(), call[2].integer()));
}

Value Seq(Call& call) {
  if (call.size() == 0 || call.size() > 3) {
    return Value::Text("");
  }
  const int64_t start = call.size() == 1 ? 1 : call[0].integer();
  const int64_t end = call[call.size() - 1].integer();
  const int64_t direction = end < start ? -1 : 1;
  const int64_t step = call.size() == 3 ? call[1].integer() : direction;
  if (call.size() == 3 && direction < 0 && step > 0) {
    return Value::Text("");
  }
  std::string out;
  const int64_t stop = Wrapping(static_cast<uint64_t>(end) + static_cast<uint64_t>(direction));
  for (const int64_t number : Range(call, start, stop, step)) {
    out += (out.empty() ? "" : " ") + std::to_string(number);
  }
  return call.Text(out);
}

}  // namespace kval::helm::functions
