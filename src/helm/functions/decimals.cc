#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "src/helm/functions/conversion.h"
#include "src/helm/functions/functions_of.h"
#include "src/support/parse_double.h"

// Calculates with floats as decimal numbers. Source: execDecimalOp of Sprig numeric.go on
// github.com/shopspring/decimal 1.4.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Value;

namespace {

using Integer = boost::multiprecision::cpp_int;

// digits * 10^exponent.
struct Decimal {
  Integer digits;
  int64_t exponent = 0;
};

enum class Operation : uint8_t { kAdd, kSubtract, kMultiply, kDivide };

Integer Absolute(const Integer& number) {
  return number < 0 ? Integer(-number) : number;
}

Integer PowerOfTen(int64_t exponent) {
  Integer power = 1;
  Integer square = 10;
  for (; exponent > 0; exponent /= 2) {
    power = exponent % 2 == 1 ? Integer(power * square) : power;
    square = Integer(square * square);
  }
  return power;
}

// The shortest decimal that identifies a finite float.
Decimal DecimalOf(double real) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(real),
                                 std::chars_format::scientific)
                       .ptr;
  const std::string_view text(buffer.data(), static_cast<size_t>(end - buffer.data()));
  const size_t e = text.find('e');
  std::string digits(text.substr(0, 1));
  digits += e > 2 ? text.substr(2, e - 2) : std::string_view();
  int64_t exponent = std::strtoll(text.data() + e + 1, nullptr, 10) - static_cast<int64_t>(digits.size() - 1);
  const Integer value(digits);
  return {real < 0 ? Integer(-value) : value, real == 0 ? 0 : exponent};
}

// The nearest float, for a number with too many digits too.
double RealOf(const Decimal& decimal) {
  const std::string text = decimal.digits.str() + "e" + std::to_string(decimal.exponent);
  return ParseDouble(text).value;
}

Decimal Sum(const Decimal& a, const Decimal& b, bool is_negated) {
  const int64_t exponent = std::min(a.exponent, b.exponent);
  const Integer left = a.digits * PowerOfTen(a.exponent - exponent);
  const Integer right = b.digits * PowerOfTen(b.exponent - exponent);
  return {is_negated ? Integer(left - right) : Integer(left + right), exponent};
}

// Rounded half away from zero to 16 digits after the point.
Decimal Quotient(const Decimal& a, const Decimal& b) {
  constexpr int64_t kPrecision = 16;
  const int64_t shift = a.exponent - b.exponent + kPrecision;
  const Integer dividend = Absolute(a.digits) * (shift > 0 ? PowerOfTen(shift) : Integer(1));
  const Integer divisor = Absolute(b.digits) * (shift < 0 ? PowerOfTen(-shift) : Integer(1));
  Integer quotient = dividend / divisor;
  quotient += (dividend % divisor) * 2 >= divisor ? 1 : 0;
  const bool is_negative = (a.digits < 0) != (b.digits < 0);
  return {is_negative ? Integer(-quotient) : quotient, -kPrecision};
}

Value Calculate(Call& call, double start, std::span<const Value> values, Operation operation) {
  const auto fail = [&call](double real) {
    return call.Fail(std::string("Cannot create a Decimal from ") + (std::isnan(real) ? "NaN"
                                                                     : real > 0       ? "+Inf"
                                                                                      : "-Inf"));
  };
  if (!std::isfinite(start)) {
    return fail(start);
  }
  Decimal result = DecimalOf(start);
  for (const Value& value : values) {
    const double real = ToFloat64(value);
    if (!std::isfinite(real)) {
      return fail(real);
    }
    const Decimal other = DecimalOf(real);
    if (operation == Operation::kDivide && other.digits == 0) {
      return call.Fail("decimal division by 0");
    }
    // Long products take longer.
    const size_t bits = result.digits == 0 ? 1 : msb(Absolute(result.digits)) + 1;
    if (!call.Step(16 + bits / 64) || !call.Reserve(bits)) {
      return {};
    }
    switch (operation) {
      case Operation::kAdd:
      case Operation::kSubtract:
        result = Sum(result, other, operation == Operation::kSubtract);
        break;
      case Operation::kMultiply:
        result = {result.digits * other.digits, result.exponent + other.exponent};
        break;
      case Operation::kDivide:
        result = Quotient(result, other);
        break;
    }
  }
  return Value::Float(RealOf(result));
}

Value CalculateFromFirst(Call& call, Operation operation) {
  return Calculate(call, ToFloat64(call[0]), call.args().subspan(1), operation);
}

}  // namespace

Value AddOneFloat(Call& call) {
  const Value one = Value::Int(1);
  return Calculate(call, ToFloat64(call[0]), std::span(&one, 1), Operation::kAdd);
}

Value AddFloats(Call& call) {
  return Calculate(call, 0, call.args(), Operation::kAdd);
}

Value SubFloats(Call& call) {
  return CalculateFromFirst(call, Operation::kSubtract);
}

Value MulFloats(Call& call) {
  return CalculateFromFirst(call, Operation::kMultiply);
}

Value DivFloats(Call& call) {
  return CalculateFromFirst(call, Operation::kDivide);
}

}  // namespace kval::helm::functions
