#include "src/lang/starlark/integer.h"

#include <cmath>
#include <limits>

#include "src/lang/lex/cursor.h"
#include "src/lang/starlark/numbers.h"
#include "src/lang/starlark/ops.h"
#include "src/support/keyed_hash.h"

namespace kval::starlark {
namespace {

constexpr size_t kMaxBits = 100'000;
constexpr size_t kMaxDigits = 10'000;

bool FitsInt64(const Integer& integer) {
  static const Integer kLeast = std::numeric_limits<int64_t>::min();
  static const Integer kMost = std::numeric_limits<int64_t>::max();
  return integer >= kLeast && integer <= kMost;
}

// In 64 bits, or false when the result does not fit.
bool SmallBinary(Token op, int64_t a, int64_t b, int64_t& result) {
  switch (op) {
    case Token::kPlus:
      return !__builtin_add_overflow(a, b, &result);
    case Token::kMinus:
      return !__builtin_sub_overflow(a, b, &result);
    case Token::kStar:
      return !__builtin_mul_overflow(a, b, &result);
    case Token::kAmpersand:
      result = a & b;
      return true;
    case Token::kPipe:
      result = a | b;
      return true;
    case Token::kCaret:
      result = a ^ b;
      return true;
    case Token::kSlashSlash:
    case Token::kPercent:
      break;
    default:
      return false;
  }
  if (a == std::numeric_limits<int64_t>::min() && b == -1) {
    return false;
  }
  const int64_t quotient = a / b;
  const int64_t rest = a % b;
  const bool rounds_down = rest != 0 && (rest < 0) != (b < 0);
  if (op == Token::kSlashSlash) {
    result = rounds_down ? quotient - 1 : quotient;
  } else {
    result = rounds_down ? rest + b : rest;
  }
  return true;
}

Integer Divide(const Integer& a, const Integer& b, bool want_rest) {
  Integer quotient;
  Integer rest;
  divide_qr(a, b, quotient, rest);
  if (rest != 0 && (rest < 0) != (b < 0)) {
    quotient -= 1;
    rest += b;
  }
  return want_rest ? rest : quotient;
}

// cpp_int has no bitwise operators for negative numbers: they work on the two's complement of enough bits.
Integer Bitwise(Token op, Integer a, Integer b) {
  const auto bits = [](const Integer& integer) { return integer == 0 ? 0U : msb(abs(integer)) + 1; };
  const unsigned width = std::max(bits(a), bits(b)) + 2;
  const Integer modulus = Integer(1) << width;
  if (a < 0) {
    a += modulus;
  }
  if (b < 0) {
    b += modulus;
  }
  Integer result = op == Token::kAmpersand ? Integer(a & b)
                   : op == Token::kPipe    ? Integer(a | b)
                                           : Integer(a ^ b);
  if (bit_test(result, width - 1)) {
    result -= modulus;
  }
  return result;
}

size_t BitsOf(const Integer& integer) {
  return integer == 0 ? 0 : msb(abs(integer)) + size_t{1};
}

// Words of 64 bits. Adding costs as many, multiplying their product, printing their square.
uint64_t LimbsOf(const Integer& integer) {
  return BitsOf(integer) / 64 + 1;
}

Integer BigBinary(Token op, const Integer& a, const Integer& b) {
  switch (op) {
    case Token::kPlus:
      return a + b;
    case Token::kMinus:
      return a - b;
    case Token::kStar:
      return a * b;
    case Token::kSlashSlash:
      return Divide(a, b, false);
    case Token::kPercent:
      return Divide(a, b, true);
    default:
      return Bitwise(op, a, b);
  }
}

}  // namespace

Integer ToInteger(Value value) {
  return value.kind() == Kind::kInt ? Integer(value.integer()) : value.As<BigInt>()->value();
}

Value FromInteger(Heap& heap, const Integer& integer) {
  if (FitsInt64(integer)) {
    return Value::Int(static_cast<int64_t>(integer));
  }
  heap.Charge(MemoryOf(BitsOf(integer) / 8));
  return Value(heap.New<BigInt>(integer, &heap.work()));
}

Outcome<Value> IntBinary(Heap& heap, Token op, Value a, Value b) {
  if ((op == Token::kSlashSlash || op == Token::kPercent) && IsZero(b)) {
    return EvalFailure(op == Token::kPercent ? "integer modulo by zero" : "floored division by zero");
  }
  if (int64_t result = 0;
      a.kind() == Kind::kInt && b.kind() == Kind::kInt && SmallBinary(op, a.integer(), b.integer(), result)) {
    return Value::Int(result);
  }
  const Integer x = ToInteger(a);
  const Integer y = ToInteger(b);
  if (BitsOf(x) + BitsOf(y) > kMaxBits) {
    return EvalFailure(diag::Kind::kLimitMemory, "an integer has more digits than the limit");
  }
  const bool is_linear = op != Token::kStar && op != Token::kSlashSlash && op != Token::kPercent;
  heap.work().Add(is_linear ? LimbsOf(x) + LimbsOf(y) : LimbsOf(x) * LimbsOf(y));
  return FromInteger(heap, BigBinary(op, x, y));
}

Outcome<Value> IntShift(Heap& heap, bool left, Value a, Value count) {
  Outcome<int64_t> bits = AsInt32(count);
  if (!bits) {
    return bits.Pass();
  }
  if (*bits < 0) {
    return EvalFailure("negative shift count: " + std::to_string(*bits));
  }
  if (left && *bits >= 512) {
    return EvalFailure("shift count too large: " + std::to_string(*bits));
  }
  const Integer integer = ToInteger(a);
  if (left && BitsOf(integer) > kMaxBits) {
    return EvalFailure(diag::Kind::kLimitMemory, "an integer has more digits than the limit");
  }
  const auto places = static_cast<unsigned>(*bits);
  if (left) {
    return FromInteger(heap, integer << places);
  }
  return FromInteger(heap,
                     integer < 0 ? Integer(-((-integer - 1) >> places) - 1) : Integer(integer >> places));
}

Value IntNegate(Heap& heap, Value a) {
  if (a.kind() == Kind::kInt && a.integer() != std::numeric_limits<int64_t>::min()) {
    return Value::Int(-a.integer());
  }
  return FromInteger(heap, -ToInteger(a));
}

Value IntInvert(Heap& heap, Value a) {
  return a.kind() == Kind::kInt ? Value::Int(~a.integer()) : FromInteger(heap, -ToInteger(a) - 1);
}

int CompareInts(Value a, Value b) {
  if (a.kind() == Kind::kInt && b.kind() == Kind::kInt) {
    return a.integer() < b.integer() ? -1 : a.integer() > b.integer() ? 1 : 0;
  }
  const int order = ToInteger(a).compare(ToInteger(b));
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

int CompareIntToFloat(Value a, double real) {
  if (std::isinf(real)) {
    return real > 0 ? -1 : 1;
  }
  const double whole = std::floor(real);
  const int order = ToInteger(a).compare(Integer(whole));
  if (order != 0) {
    return order < 0 ? -1 : 1;
  }
  return real > whole ? -1 : 0;
}

bool IsZero(Value integer) {
  return integer.kind() == Kind::kInt && integer.integer() == 0;
}

uint32_t HashInt(Value integer) {
  if (integer.kind() == Kind::kInt) {
    return static_cast<uint32_t>(KeyedHash(static_cast<uint64_t>(integer.integer())));
  }
  const auto& big = integer.As<BigInt>()->value().backend();
  uint64_t hash = KeyedHash(static_cast<uint64_t>(big.sign()));
  for (size_t i = 0; i < big.size(); ++i) {
    hash = KeyedHash(hash, uint64_t{big.limbs()[i]});
  }
  return static_cast<uint32_t>(hash);
}

uint32_t HashFloat(double real) {
  if (std::isnan(real)) {
    return 0;  // all of them are one key
  }
  if (std::trunc(real) != real || std::isinf(real)) {
    return static_cast<uint32_t>(KeyedHash(real));
  }
  if (std::fabs(real) < 9e18) {
    return HashInt(Value::Int(static_cast<int64_t>(real)));
  }
  const BigInt big{Integer(real), nullptr};
  return HashInt(Value(const_cast<BigInt*>(&big)));
}

std::string IntText(Value integer, int base) {
  if (integer.kind() == Kind::kInt && base == 10) {
    return std::to_string(integer.integer());
  }
  Integer rest = ToInteger(integer);
  if (const BigInt* big = integer.As<BigInt>(); big != nullptr && big->work() != nullptr) {
    constexpr uint64_t kCostOfDigits = 16;
    big->work()->Add(LimbsOf(rest) * LimbsOf(rest) * (base == 10 ? 4 : kCostOfDigits));
  }
  const bool is_negative = rest < 0;
  if (base == 10) {
    return rest.str();
  }
  if (is_negative) {
    rest = -rest;
  }
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[static_cast<unsigned>(rest % base)]);
    rest /= base;
  } while (rest != 0);
  return is_negative ? "-" + digits : digits;
}

Outcome<Value> NumberToInt(Heap& heap, Value number) {
  if (number.is_int()) {
    return number;
  }
  if (!number.is_float()) {
    return EvalFailure("cannot convert " + std::string(TypeName(number)) + " to int");
  }
  if (std::isnan(number.real())) {
    return EvalFailure("cannot convert float NaN to integer");
  }
  if (std::isinf(number.real())) {
    return EvalFailure("cannot convert float infinity to integer");
  }
  return FromInteger(heap, Integer(std::trunc(number.real())));
}

Outcome<int64_t> AsInt32(Value value) {
  if (!value.is_int()) {
    return EvalFailure("got " + std::string(TypeName(value)) + ", want int");
  }
  if (value.kind() == Kind::kBigInt || value.integer() > std::numeric_limits<int32_t>::max() ||
      value.integer() < std::numeric_limits<int32_t>::min()) {
    return EvalFailure(IntText(value) + " out of range");
  }
  return value.integer();
}

Value IntFromText(Heap& heap, std::string_view digits, int base) {
  const bool is_negative = !digits.empty() && digits[0] == '-';
  if (is_negative || (!digits.empty() && digits[0] == '+')) {
    digits.remove_prefix(1);
  }
  if (digits.empty() || digits.size() > kMaxDigits) {
    return {};
  }
  constexpr size_t kDigitsOfALimb = 19;
  heap.work().Add(digits.size() * (digits.size() / kDigitsOfALimb + 1));
  Integer integer = 0;
  uint64_t small = 0;
  bool is_small = true;
  for (const char c : digits) {
    const int digit = lex::DigitValue(c);
    if (digit >= base) {
      return {};
    }
    if (is_small && small > (std::numeric_limits<uint64_t>::max() - 36) / static_cast<unsigned>(base)) {
      is_small = false;
      integer = small;
    }
    if (is_small) {
      small = small * static_cast<unsigned>(base) + static_cast<unsigned>(digit);
    } else {
      integer = integer * base + digit;
    }
  }
  if (is_small) {
    integer = small;
  }
  return FromInteger(heap, is_negative ? Integer(-integer) : integer);
}

double IntToDouble(Value integer) {
  return integer.kind() == Kind::kInt ? static_cast<double>(integer.integer())
                                      : integer.As<BigInt>()->value().convert_to<double>();
}

}  // namespace kval::starlark
