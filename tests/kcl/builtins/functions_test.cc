#include <gtest/gtest.h>

#include "tests/kcl/builtins/call.h"

// Source of the expectations: KCL 0.13.2, except for messages that come from its crashes.

namespace kval::kcl::builtins {
namespace {

void ExpectAll(std::span<const CallCase> cases) {
  for (const CallCase& test : cases) {
    EXPECT_EQ(Call(test.name, test.args, test.named), test.expected)
        << test.name << " " << test.args << " " << test.named;
  }
}

TEST(FunctionsTest, Collections) {
  const CallCase kCases[] = {
      {"len", R"(["中文"])", "6"},
      {"len", R"([[1,2]])", "2"},
      {"len", R"([1])", "error: object of type 'int' has no len()"},
      {"sorted", R"([[3,1,2]])", "[1, 2, 3]"},
      {"sorted", R"([[3,1,2], true])", "[3, 2, 1]"},
      {"sorted", R"([{"b":1,"a":2}])", R"(["a", "b"])"},
      {"sorted", R"([[1,"a"]])", "error: cannot compare str and int"},
      {"max", R"([[1,3,2]])", "3"},
      {"max", R"([1,2.5])", "2.5"},
      {"max", R"([[]])", "error: arg is an empty list"},
      {"max", R"([])", "error: max() takes exactly one argument (0 given)"},
      {"min", R"(["cab"])", R"("a")"},
      {"sum", R"([[1,2.5]])", "3.5"},
      {"sum", R"([[[1],[2]], []])", "[1, 2]"},
      {"sum", R"([[1], "x"])", "error: sum() can't sum strings"},
      {"zip", R"([[1,2],[3,4,5]])", "[[1, 3], [2, 4]]"},
      {"zip", R"([])", "[]"},
      {"isunique", R"([[1,1.0]])", "false"},
      {"isunique", R"([[1,true]])", "true"},
      {"all_true", R"([[1,0]])", "false"},
      {"any_true", R"([[]])", "false"},
      {"isnullish", R"([null])", "true"},
      {"list", R"(["ab"])", R"(["a", "b"])"},
      {"list", R"([])", "[]"},
      {"dict", R"([[["a",1]]])", R"({"a": 1, "b": 2})", R"({"b":2})"},
      {"dict", R"([[[1,2,3]]])", "error: dictionary update sequence element #0 has length 3; 2 is required"},
      {"typeof", R"([null])", R"("None")"},
      {"typeof", R"([1.0])", R"("float")"},
      {"reduce", R"([null, [], 5])", "error: reduce() argument 'reducer' must be a function"},
      {"str", R"([[1,"a",{"b":"c"},null,true]])", R"("[1, a, {'b': 'c'}, None, True]")"},
      {"str", R"([1234567890123456e8])", R"("123456789012345600000000.0")"},
      {"str", R"([-1e22])", R"("-10000000000000000000000.0")"},
      {"str", R"([9007199254740992.0])", R"("9007199254740992.0")"},
      {"int", R"(["10", null])", "error: int() argument 'base' must be int, not 'NoneType'"},
      {"bool", R"([])", "error: bool() takes exactly one argument (0 given)"},
  };
  ExpectAll(kCases);
}

TEST(FunctionsTest, Numbers) {
  const CallCase kCases[] = {
      {"int", R"(["1Ki"])", "1024"},
      {"int", R"(["0xff", 16])", "255"},
      {"int", R"(["abc"])", "error: invalid literal for int() with base 10: 'abc'"},
      {"int", R"([-1.9])", "-1"},
      {"int", R"([null])", "error: int() argument must be a string or a number, not 'NoneType'"},
      {"float", R"(["1e3"])", "1000.0"},
      {"float", R"(["-1e400"])", "error: inf: A 64-bit floating point number overflow"},
      {"float", R"(["x"])", "error: invalid literal for float() with base 10: 'x'"},
      {"round", R"([2.5])", "3"},
      {"round", R"([2.675, 2])", "2.68"},
      {"round", R"([1234.5, -2])", "1200.0"},
      {"round", R"([1234, -2])", "1234.0"},
      {"pow", R"([2, -1])", "0.5"},
      {"pow", R"([2, 10, 7])", "2"},
      {"pow", R"([2, 3, 0])", "error: pow() 3rd argument cannot be 0"},
      // KCL returns Undefined for an argument of a wrong type.
      {"pow", R"(["2", 2])", "Undefined"},
      {"pow", R"([2, 3, "x"])", "8"},
      {"pow", R"([2.5, 3, 2])", "error: pow() 3rd argument not allowed unless all arguments are integers"},
      {"round", R"([null])", "Undefined"},
      {"round", R"([2.5, "x"])", "3"},
      {"multiplyof", R"(["4", 2])", "Undefined"},
      {"hex", R"([null])", "Undefined"},
      {"hex", R"([])", "error: hex() missing the required positional argument: 'number'"},
      {"range", R"(["a"])", "Undefined"},
      {"range", R"([1, 2.5])", "Undefined"},
      {"ord", R"([1])", "Undefined"},
      {"ord", R"([""])", "error: ord() expected string of length 1, but string of length 0 found"},
      {"abs", R"([-3])", "3"},
      {"hex", R"([-255])", R"("-0xff")"},
      {"bin", R"([5])", R"("0b101")"},
      {"oct", R"([8])", R"("0o10")"},
      {"ord", R"(["中"])", "20013"},
      {"range", R"([10, 0, -3])", "[10, 7, 4, 1]"},
      {"range", R"([3])", "[0, 1, 2]"},
      {"range", R"([1, null])", "Undefined"},
      {"range", R"([1, 2, null])", "Undefined"},
      {"range", R"([0, 1, 0])", "error: range() step argument must not be zero"},
      {"range", R"([0, 9000000000000])", "error: range() is larger than the memory limit"},
      {"multiplyof", R"([null, 10])", "Undefined"},
      {"multiplyof", R"([4, 0])", "error: attempt to calculate the remainder with a divisor of zero"},
      {"math.ceil", R"([2.1])", "3"},
      {"math.floor", R"([-2.1])", "-3"},
      {"math.log", R"([10])", "2"},
      {"math.log2", R"([8])", "3.0"},
      {"math.log", R"([10.0])", "2.302585092994046"},
      {"math.factorial", R"([5.0])", "120.0"},
      {"math.factorial", R"([25])", "error: factorial() result overflow"},
      {"math.modf", R"([2.5])", "[0.5, 2.0]"},
      {"math.gcd", R"([-4, 6])", "2"},
      {"math.log1p", R"([1])", "1.0986122886681096"},
      {"math.isinf", R"([true])", "false"},
      {"units.to_Ki", R"([1024])", R"("1Ki")"},
      {"units.to_n", R"([1])", R"("999999999n")"},
  };
  ExpectAll(kCases);
}

TEST(FunctionsTest, Strings) {
  const CallCase kCases[] = {
      {".capitalize", R"(["hELLO"])", R"("Hello")"},
      {".upper", R"(["straße ﬁ"])", R"("STRASSE FI")"},
      {".lower", R"(["ΑΣ ΑΣΑ"])", R"("ας ασα")"},
      {".title", R"(["tit'le case"])", R"("Tit'Le Case")"},
      {".chars", R"(["中文"])", R"(["中", "文"])"},
      {".count", R"(["abc", ""])", "4"},
      {".find", R"(["中文abc", "a"])", "6"},
      {".find", R"(["abc", "c", 1, 2])", "-1"},
      {".find", R"(["中文", "x", 1])", "error: byte index 1 is inside of a character"},
      {".rfind", R"(["abcabc", "b"])", "4"},
      {".index", R"(["abc", "z"])", "error: substring not found"},
      {".isdigit", R"(["1²"])", "true"},
      {".isspace", R"([" \t "])", "true"},
      {".istitle", R"(["Hello World"])", "true"},
      {".islower", R"(["aB"])", "false"},
      {".join", R"(["-", [1, null, "b"]])", R"("1-None-b")"},
      {".strip", R"(["abcba", "ab"])", R"("c")"},
      {".replace", R"(["abc", "", "-"])", R"("-a-b-c-")"},
      {".replace", R"(["aaa", "a", "b", 2])", R"("bba")"},
      {".removesuffix", R"(["a.k", ".k"])", R"("a")"},
      {".split", R"(["a,b,c", ",", 1])", R"(["a", "b,c"])"},
      {".split", R"([" a  b "])", R"(["a", "b"])"},
      {".split", R"(["abc", ""])", R"(["", "a", "b", "c", ""])"},
      {".rsplit", R"(["a,b,c", ",", 1])", R"(["a,b", "c"])"},
      {".splitlines", R"(["a\nb\r\nc", true])", R"(["a\n", "b\r\n", "c"])"},
      {".startswith", R"(["abc", "b", 1])", "true"},
      {".endswith", R"(["abc", "b", 0, 2])", "true"},
  };
  ExpectAll(kCases);
}

TEST(FunctionsTest, Format) {
  const CallCase kCases[] = {
      {".format", R"(["{} {}", "a", 1])", R"("a 1")"},
      {".format", R"(["{1}{0}", "a", "b"])", R"("ba")"},
      {".format", R"(["{a.x[0]} {a[x][1]}"])", R"("7 8")", R"({"a":{"x":[7,8]}})"},
      {".format", R"(["{:.2f}|{:e}|{:g}|{:.1%}", 1.5, 12345.678, 0.00001, 0.5])",
       R"("1.50|1.234568e+04|1e-05|50.0%")"},
      {".format", R"(["{:>5}|{:<5}|{:^5}|{:05}|{:+}", 1, 2, 3, -4, 5])", R"("    1|2    |  3  |-0004|+5")"},
      {".format", R"(["{:x} {:#X} {:b} {:,}", 255, 255, 5, 1234567])", R"("ff 0xFF 101 1,234,567")"},
      {".format", R"(["{:.2f}", -1])", R"("-1.00")"},
      {".format", R"(["{}", 1e16])", R"("1e+16")"},
      {".format", R"(["{:>5}|{:.2}", "ab", "abc"])", R"("   ab|ab")"},
      {".format", R"(["{{}}"])", R"("{}")"},
      {".format", R"(["{:+}", "a"])", "error: Sign not allowed in string format specifier"},
      {".format", R"(["{:#}", "a"])", "error: Alternate form (#) not allowed in string format specifier"},
      {".format", R"(["{:05}", "a"])", "error: '=' alignment not allowed in string format specifier"},
      {".format", R"(["{:<05}", "a"])", R"("a0000")"},
      {".format", R"(["{"])", "error: format error"},
      {".format", R"(["}"])", "error: format error"},
      {".format", R"(["{} {0}", 1, 2])",
       "error: cannot switch from automatic field numbering to manual field specification"},
      {".format", R"(["{x}"])", "error: keyword argument 'x' not found"},
      {".format", R"(["{1}", 1])", "error: argument tuple index out of range"},
      {".format", R"(["{:d}", 1.5])", "error: Unknown format code 'd' for object of type 'float'"},
      {".format", R"(["{:zz}", 1])", "error: Invalid format specifier"},
      {".format", R"(["{:999999999}", 1])", "error: Too many decimal digits in format string"},
  };
  ExpectAll(kCases);
}

runtime::Value Concatenated(runtime::Runtime& runtime, const runtime::CallArgs& args) {
  return String(runtime.heap(), runtime::Text(args.positional[0]) + runtime::Text(args.positional[1]));
}
runtime::Value Failing(runtime::Runtime& runtime, const runtime::CallArgs&) {
  return runtime.Fail("boom");
}

TEST(FunctionsTest, CallsBack) {
  FakeRuntime runtime;
  const runtime::Value items[] = {runtime::Int(1), runtime::Int(2)};
  const runtime::Value args[] = {MakeNative(runtime.heap(), "f", Concatenated),
                                 MakeList(runtime.heap(), items), String(runtime.heap(), "x")};
  EXPECT_EQ(FindNative("reduce")(runtime, {args, {}}).string(), "x12");
  const runtime::Value failing[] = {MakeNative(runtime.heap(), "f", Failing)};
  EXPECT_EQ(FindNativeInModule("runtime", "catch")(runtime, {failing, {}}).string(), "boom");
  EXPECT_FALSE(runtime.failed());
}

TEST(FunctionsTest, RefusesValuesThatCannotBeWritten) {
  FakeRuntime runtime;
  runtime::Value deep = MakeList(runtime.heap(), {});
  runtime::Value wide = String(runtime.heap(), "x");
  for (int i = 0; i < 2000; ++i) {
    deep = MakeList(runtime.heap(), {&deep, 1});
  }
  for (int i = 0; i < 40; ++i) {
    const runtime::Value both[] = {wide, wide};
    wide = MakeList(runtime.heap(), both);
  }
  for (std::string_view name : {"str", "print", "json.encode", "yaml.encode", "isunique", "sorted"}) {
    NativeOf(name)(runtime, {{&deep, 1}, {}});
    EXPECT_EQ(runtime.TakeFailure(), "the value is nested too deeply") << name;
    NativeOf(name)(runtime, {{&wide, 1}, {}});
    EXPECT_EQ(runtime.TakeFailure(), "the value is larger than the memory limit") << name;
  }
}

TEST(FunctionsTest, Option) {
  FakeRuntime runtime;
  runtime.options["n"] = String(runtime.heap(), "12");
  EXPECT_EQ(Call(runtime, "option", R"(["n"])"), R"("12")");
  EXPECT_EQ(Call(runtime, "option", R"(["n"])", R"({"type":"int"})"), "12");
  EXPECT_EQ(Call(runtime, "option", R"(["n"])", R"({"type":"list"})"),
            "error: cannot use '12' as type 'list'");
  EXPECT_EQ(Call(runtime, "option", R"(["m"])", R"({"default":3})"), "3");
  EXPECT_EQ(Call(runtime, "option", R"(["m"])"), "null");
  EXPECT_EQ(Call(runtime, "option", R"(["m"])", R"({"required":true})"),
            "error: option('m') must be initialized, try '-D m=?' argument");
}

TEST(FunctionsTest, PrintAndStream) {
  FakeRuntime runtime;
  Call(runtime, "print", R"([1, "a"])", R"({"end":"!"})");
  EXPECT_EQ(runtime.printed, "1 a!");
  Call(runtime, "print", R"(["b"])", R"({"end":null})");
  EXPECT_EQ(runtime.printed, "1 a!bNone");
  Call(runtime, "manifests.yaml_stream", R"([[{"a":1,"_b":2},{"c":null}]])",
       R"({"opts":{"ignore_none":true}})");
  EXPECT_EQ(runtime.output, "a: 1\n---\n{}\n");
}

}  // namespace
}  // namespace kval::kcl::builtins
