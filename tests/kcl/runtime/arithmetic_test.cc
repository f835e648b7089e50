#include "src/lang/kcl/runtime/arithmetic.h"

#include <gtest/gtest.h>

#include <limits>

#include "src/lang/kcl/runtime/text.h"
#include "tests/kcl/runtime/fake_runtime.h"

namespace kval::kcl::runtime {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

TEST(ArithmeticTest, IntegersAreExactAndNeverWrap) {
  struct Case {
    Arithmetic op;
    int64_t a, b;
    const char* result;  // the result, or "!" and the failure
  };
  const Case kCases[] = {
      {Arithmetic::kAdd, 1, 2, "3"},
      {Arithmetic::kAdd, kMax, 1, "!9223372036854775808: A 64 bit integer overflow"},
      {Arithmetic::kSubtract, kMin, 1, "!-9223372036854775809: A 64 bit integer overflow"},
      {Arithmetic::kMultiply, kMax, 2, "!18446744073709551614: A 64 bit integer overflow"},
      {Arithmetic::kDivide, 7, 2, "3.5"},
      {Arithmetic::kDivide, 4, 2, "2.0"},
      {Arithmetic::kFloorDivide, -7, 2, "-4"},
      {Arithmetic::kFloorDivide, 7, -2, "-4"},
      {Arithmetic::kFloorDivide, kMin, -1, "!9223372036854775808: A 64 bit integer overflow"},
      {Arithmetic::kModulo, -7, 2, "1"},
      {Arithmetic::kModulo, 7, -2, "-1"},
      {Arithmetic::kModulo, kMin, -1, "0"},
      {Arithmetic::kModulo, 1, 0, "!attempt to calculate the remainder with a divisor of zero"},
      {Arithmetic::kPower, 2, 62, "4611686018427387904"},
      {Arithmetic::kPower, 2, 63, "!9223372036854775808: A 64 bit integer overflow"},
      {Arithmetic::kPower, -1, 1000001, "-1"},
      {Arithmetic::kPower, 0, kMax, "0"},
      {Arithmetic::kPower, -1, -3, "-1"},
      {Arithmetic::kPower, 0, -2, "0"},
      {Arithmetic::kPower, 1, -4294967296, "!1 ** -4294967296: A 64 bit integer overflow"},
      {Arithmetic::kPower, 2, -1, "!2 ** -1: A 64 bit integer overflow"},
      {Arithmetic::kShiftLeft, 1, 3, "8"},
      {Arithmetic::kShiftLeft, 1, 63, "!9223372036854775808: A 64 bit integer overflow"},
      {Arithmetic::kShiftLeft, 1, 64, "!1 << 64: A 64 bit integer overflow"},
      {Arithmetic::kShiftRight, -8, 1, "-4"},
      {Arithmetic::kBitAnd, 12, 10, "8"},
      {Arithmetic::kBitXor, 12, 10, "6"},
  };
  for (const Case& c : kCases) {
    FakeRuntime runtime;
    Value result = Calculate(runtime, c.op, Int(c.a), Int(c.b));
    std::string text = runtime.failed() ? "!" + runtime.TakeFailure() : Text(result);
    EXPECT_EQ(text, c.result) << c.a << " " << static_cast<int>(c.op) << " " << c.b;
  }
}

TEST(ArithmeticTest, FloatModuloHasTheSignOfTheDividend) {
  FakeRuntime runtime;
  EXPECT_EQ(Text(Calculate(runtime, Arithmetic::kModulo, Float(-7.5), Int(2))), "-1.5");
  EXPECT_EQ(Text(Calculate(runtime, Arithmetic::kFloorDivide, Float(-7.5), Int(2))), "-4.0");
}

TEST(ArithmeticTest, SequencesAreJoinedAndRepeated) {
  FakeRuntime runtime;
  Value list = MakeList(runtime.heap(), {});
  EXPECT_EQ(
      Text(Calculate(runtime, Arithmetic::kAdd, String(runtime.heap(), "a"), String(runtime.heap(), "b"))),
      "ab");
  EXPECT_EQ(Text(Calculate(runtime, Arithmetic::kMultiply, Int(3), String(runtime.heap(), "ab"))), "ababab");
  EXPECT_EQ(Text(Calculate(runtime, Arithmetic::kMultiply, String(runtime.heap(), "ab"), Int(-1))), "");
  Calculate(runtime, Arithmetic::kAdd, list, Int(1));
  EXPECT_EQ(runtime.TakeFailure(), "can only concatenate list (not \"int\") to list");
}

TEST(ArithmeticTest, RepetitionBeyondTheHeapIsRefusedBeforeItIsMade) {
  FakeRuntime runtime;
  Calculate(runtime, Arithmetic::kMultiply, String(runtime.heap(), "ab"), Int(kMax));
  EXPECT_EQ(runtime.TakeFailure(), "the result of `*` is too large");
}

TEST(ArithmeticTest, UnsupportedOperandsAreNamed) {
  FakeRuntime runtime;
  Calculate(runtime, Arithmetic::kAdd, Int(1), String(runtime.heap(), "a"));
  EXPECT_EQ(runtime.TakeFailure(), "unsupported operand type(s) for +: 'int' and 'str'");
  Negate(runtime, None());
  EXPECT_EQ(runtime.TakeFailure(), "bad operand type for unary -: 'NoneType'");
}

TEST(SubscriptTest, IndexesCountFromBothEnds) {
  FakeRuntime runtime;
  const Value items[] = {Int(10), Int(20), Int(30)};
  Value list = MakeList(runtime.heap(), items);
  EXPECT_EQ(Text(Subscript(runtime, list, Int(-1))), "30");
  EXPECT_EQ(Text(Subscript(runtime, String(runtime.heap(), "aéz"), Int(1))), "é");
  Subscript(runtime, list, Int(3));
  EXPECT_EQ(runtime.TakeFailure(), "list index out of range: 3");
}

TEST(SubscriptTest, SlicesFollowPython) {
  struct Case {
    Value lower, upper, step;
    const char* result;
  };
  const Case kCases[] = {{None(), None(), None(), "abcdef"}, {Int(1), Int(3), None(), "bc"},
                         {Int(-2), None(), None(), "ef"},    {None(), None(), Int(-1), "fedcba"},
                         {Int(4), Int(0), Int(-2), "ec"},    {Int(10), Int(20), None(), ""},
                         {Int(-100), Int(100), Int(3), "ad"}};
  for (const Case& c : kCases) {
    FakeRuntime runtime;
    EXPECT_EQ(Text(Slice(runtime, String(runtime.heap(), "abcdef"), c.lower, c.upper, c.step)), c.result);
  }
}

}  // namespace
}  // namespace kval::kcl::runtime
