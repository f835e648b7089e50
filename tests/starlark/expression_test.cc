#include <gtest/gtest.h>

#include "tests/starlark/fixture.h"

namespace kval::starlark {
namespace {

struct Case {
  const char* expression;
  const char* result;
};

class ExpressionTest : public testing::TestWithParam<Case> {};

TEST_P(ExpressionTest, evaluates) {
  Session session;
  EXPECT_EQ(session.Eval(GetParam().expression), GetParam().result) << GetParam().expression;
}

INSTANTIATE_TEST_SUITE_P(
    Literals, ExpressionTest,
    testing::Values(Case{"1", "1"}, Case{"0x1F", "31"}, Case{"0o17", "15"}, Case{"0b101", "5"},
                    Case{"1.5", "1.5"}, Case{"1.0", "1"}, Case{".5", "0.5"}, Case{"1e3", "1000"},
                    Case{"1e6", "1e+06"}, Case{"1234567.0", "1.23457e+06"}, Case{"1e-5", "1e-05"},
                    Case{"100000000000000000000", "100000000000000000000"},
                    Case{"9223372036854775808", "9223372036854775808"}, Case{"'a\"b'", R"("a\"b")"},
                    Case{R"("\n\t\\\x41\101\q\u00e9")", R"("\n\t\\AA\\q\\u00e9")"},
                    Case{R"(r"\n")", R"("\\n")"}, Case{"'''a\nb'''", R"("a\nb")"}, Case{"\"äöü\"", "\"äöü\""},
                    Case{"[1, 'a', None, True]", R"([1, "a", None, True])"}, Case{"()", "()"},
                    Case{"(1,)", "(1,)"}, Case{"1,", "(1,)"}, Case{"1, 2", "(1, 2)"},
                    Case{"{'a': 1, 2: [3]}", R"({"a": 1, 2: [3]})"}, Case{"{}", "{}"}));

INSTANTIATE_TEST_SUITE_P(
    Arithmetic, ExpressionTest,
    testing::Values(
        Case{"1 + 2 * 3", "7"}, Case{"(1 + 2) * 3", "9"}, Case{"7 // 2", "3"}, Case{"-7 // 2", "-4"},
        Case{"7 % -3", "-2"}, Case{"-7 % 3", "2"}, Case{"7 / 2", "3.5"}, Case{"4 / 2", "2"},
        Case{"7.5 // 2", "3"}, Case{"-7.5 % 2", "-1.5"}, Case{"1 + 1.5", "2.5"},
        Case{"9223372036854775807 + 1", "9223372036854775808"},
        Case{"-9223372036854775807 - 2", "-9223372036854775809"},
        Case{"9223372036854775808 - 1", "9223372036854775807"},
        Case{"1000000000000 * 1000000000000", "1000000000000000000000000"},
        Case{"-1000000000000000000000 // 7", "-142857142857142857143"},
        Case{"-1000000000000000000000 % 7", "1"}, Case{"1 << 70", "1180591620717411303424"},
        Case{"(1 << 70) >> 68", "4"}, Case{"-5 >> 1", "-3"}, Case{"6 & 3", "2"}, Case{"6 | 3", "7"},
        Case{"6 ^ 3", "5"}, Case{"~5", "-6"}, Case{"-(1 << 70) & 255", "0"}, Case{"+3", "3"},
        Case{"-3.0", "-3"}, Case{"'ab' + 'c'", R"("abc")"}, Case{"'ab' * 3", R"("ababab")"},
        Case{"2 * [1]", "[1, 1]"}, Case{"(1, 2) + (3,)", "(1, 2, 3)"}, Case{"[1] * -1", "[]"},
        Case{"1 / 0", "error: real division by zero"}, Case{"1 // 0", "error: floored division by zero"},
        Case{"1 % 0", "error: integer modulo by zero"}, Case{"1.0 % 0", "error: float modulo by zero"},
        Case{"1 + 'a'", "error: unknown binary op: int + string"},
        Case{"'a' + 1", "error: unknown binary op: string + int"},
        Case{"{} | {}", "error: unknown binary op: dict | dict"},
        Case{"-'a'", "error: unknown unary op: - string"},
        Case{"1 << 512", "error: shift count too large: 512"},
        Case{"1 << -1", "error: negative shift count: -1"},
        Case{"'a' * (1 << 40)", "error: repeat count 1099511627776 too large"}));

INSTANTIATE_TEST_SUITE_P(
    Comparison, ExpressionTest,
    testing::Values(Case{"1 == 1.0", "True"}, Case{"1 < 1.5", "True"}, Case{"True == 1", "False"},
                    Case{"'a' < 'b'", "True"}, Case{"[1, 2] < [1, 3]", "True"}, Case{"[1] < [1, 0]", "True"},
                    Case{"(1, 2) == (1, 2)", "True"}, Case{"{'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "True"},
                    Case{"None == False", "False"}, Case{"9007199254740993 == 9007199254740992.0", "False"},
                    Case{"float('nan') == float('nan')", "False"}, Case{"range(3) == range(0, 3, 1)", "True"},
                    Case{"set([1, 2]) == set([2, 1])", "True"},
                    Case{"{} >= 1", "error: dict >= int not implemented"},
                    Case{"'a' < 1", "error: string < int not implemented"},
                    Case{"{} < {}", "error: dict < dict not implemented"}, Case{"1 in [1]", "True"},
                    Case{"3 not in [1]", "True"}, Case{"'a' in {'a': 1}", "True"},
                    Case{"'ell' in 'hello'", "True"},
                    Case{"1 in 'a'", "error: 'in <string>' requires string as left operand, not int"},
                    Case{"5 in range(0, 10, 5)", "True"}, Case{"[] in {}", "False"},
                    Case{"1 in 2", "error: unknown binary op: int in int"}, Case{"not 1 == 2", "True"},
                    Case{"1 and 0 or 5", "5"}, Case{"[] or 'x'", R"("x")"}, Case{"1 if [] else 2", "2"}));

INSTANTIATE_TEST_SUITE_P(
    Access, ExpressionTest,
    testing::Values(Case{"[1, 2, 3][-1]", "3"}, Case{"'abc'[1]", R"("b")"}, Case{"'hello'[1:3]", R"("el")"},
                    Case{"'hello'[::-1]", R"("olleh")"}, Case{"[1, 2, 3, 4][::2]", "[1, 3]"},
                    Case{"[1, 2, 3][5:]", "[]"}, Case{"[1, 2, 3, 4][-2:]", "[3, 4]"},
                    Case{"[1, 2, 3][10:0:-1]", "[3, 2]"}, Case{"range(10)[2:8:3]", "range(2, 8, 3)"},
                    Case{"range(10)[::-1]", "range(9, -1, -1)"}, Case{"range(3)[-2:-100]", "range(1, 1)"},
                    Case{"range(3)[1:100:-1]", "range(100, 100, -1)"},
                    Case{"range(3)[-9::-1]", "range(-1, -1, -1)"}, Case{"{'a': 1}['a']", "1"},
                    Case{"{'a': 1}['b']", "error: key \"b\" not in dict"},
                    Case{"[1][3]", "error: list index 3 out of range [-1:0]"},
                    Case{"[][0]", "error: index 0 out of range: empty list"},
                    Case{"[1]['a']", "error: list index: got string, want int"},
                    Case{"1[0]", "error: unhandled index operation int[int]"},
                    Case{"{}[[]]", "error: unhashable type: list"},
                    Case{"'a'.foo", "error: string has no .foo field or method"},
                    Case{"'a'.uper", "error: string has no .uper field or method (did you mean .upper?)"},
                    Case{"1.5.foo", "error: float has no .foo field or method"},
                    Case{"[1][::0]", "error: zero is not a valid slice step"},
                    Case{"None[1:]", "error: invalid slice operand NoneType"},
                    Case{"None()", "error: invalid call of non-function (NoneType)"},
                    Case{"{'a': 1, 'a': 2}", "error: duplicate key: \"a\""},
                    Case{"{[]: 1}", "error: unhashable type: list"}));

INSTANTIATE_TEST_SUITE_P(
    Comprehensions, ExpressionTest,
    testing::Values(
        Case{"[x * x for x in range(4)]", "[0, 1, 4, 9]"},
        Case{"[x for x in range(6) if x % 2]", "[1, 3, 5]"},
        Case{"[(a, b) for a in [1, 2] for b in 'xy'.elems() if a > 1]", R"([(2, "x"), (2, "y")])"},
        Case{"{k: v for k, v in [('a', 1), ('b', 2)]}", R"({"a": 1, "b": 2})"},
        Case{"[x for x in 5]", "error: int value is not iterable"}, Case{"[f() for f in [lambda: 1]]", "[1]"},
        Case{"(lambda x, y=2, *a, **k: [x, y, a, k])(1, 2, 3, z=4)", R"([1, 2, (3,), {"z": 4}])"},
        Case{"(lambda *, a, b=2: a + b)(a=1)", "3"}, Case{"[i for i in [j for j in range(2)]]", "[0, 1]"}));

INSTANTIATE_TEST_SUITE_P(
    Calls, ExpressionTest,
    testing::Values(
        Case{"(lambda: 1)(2)", "error: function lambda accepts no arguments (1 given)"},
        Case{"(lambda x: 1)()", "error: function lambda missing 1 argument (x)"},
        Case{"(lambda x, y: 1)()", "error: function lambda missing 2 arguments (x, y)"},
        Case{"(lambda x: 1)(1, 2)", "error: function lambda accepts 1 positional argument (2 given)"},
        Case{"(lambda x=1: 1)(1, 2)",
             "error: function lambda accepts at most 1 positional argument (2 given)"},
        Case{"(lambda x: 1)(y=1)", "error: function lambda got an unexpected keyword argument \"y\""},
        Case{"(lambda x: 1)(1, x=1)", "error: function lambda got multiple values for parameter \"x\""},
        Case{"(lambda *a: a)(*[1, 2])", "(1, 2)"}, Case{"(lambda **k: k)(**{'a': 1})", R"({"a": 1})"},
        Case{"len(*1)", "error: argument after * must be iterable, not int"},
        Case{"len(**1)", "error: argument after ** must be a mapping, not int"},
        Case{"dict(**{1: 2})", "error: keywords must be strings, not int"}));

INSTANTIATE_TEST_SUITE_P(
    Builtins, ExpressionTest,
    testing::Values(
        Case{"any([0, 1])", "True"}, Case{"all([])", "True"}, Case{"bool('')", "False"},
        Case{"chr(8364)", "\"€\""}, Case{"chr(-1)", "error: chr: Unicode code point -1 out of range (<0)"},
        Case{"ord('€')", "8364"},
        Case{"ord('ab')", "error: ord: string encodes 2 Unicode code points, want 1"},
        Case{"dict([(1, 2)], a=3)", R"({1: 2, "a": 3})"},
        Case{"dict([1])", "error: dict: dictionary update sequence element #0 is not iterable (int)"},
        Case{"dir({})",
             R"(["clear", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"])"},
        Case{"enumerate(['a', 'b'], 1)", R"([(1, "a"), (2, "b")])"},
        Case{"fail('oops', 1)", "error: fail: oops 1"}, Case{"float('1.5e3')", "1500"},
        Case{"float('1_0.5_0e1_0')", "1.05e+11"},
        Case{"float('1_.5')", "error: float: strconv.ParseFloat: parsing \"1_.5\": invalid syntax"},
        Case{"float('_1')", "error: float: strconv.ParseFloat: parsing \"_1\": invalid syntax"},
        Case{"float('x')", "error: float: strconv.ParseFloat: parsing \"x\": invalid syntax"},
        Case{"float('0x1.8P-2')", "0.375"},
        Case{"float('-0x_.8p1')", "error: float: strconv.ParseFloat: parsing \"-0x_.8p1\": invalid syntax"},
        Case{"float('-0x_A_8p1')", "-336"}, Case{"float('-0x.8p1')", "-1"}, Case{"float('0x1p-99999')", "0"},
        Case{"float('0x10')", "error: float: strconv.ParseFloat: parsing \"0x10\": invalid syntax"},
        Case{"float('0x1p99999')",
             "error: float: strconv.ParseFloat: parsing \"0x1p99999\": value out of range"},
        Case{"float('-nan')", "error: float: strconv.ParseFloat: parsing \"-nan\": invalid syntax"},
        Case{"float('--1')", "error: float: strconv.ParseFloat: parsing \"--1\": invalid syntax"},
        Case{"float([])", "error: float got list, want number or string"},
        Case{"getattr('a', 'upper')()", R"("A")"}, Case{"getattr(1, 'x', 5)", "5"},
        Case{"getattr(1, 'x')", "error: getattr: int has no .x field or method"},
        Case{"hasattr([], 'append')", "True"}, Case{"hash('hello')", "99162322"},
        Case{"int('ff', 16)", "255"}, Case{"int('0x1f', 0)", "31"}, Case{"int('-12')", "-12"},
        Case{"int(3.9)", "3"}, Case{"int(-3.9)", "-3"},
        Case{"int('a')", "error: int: invalid literal with base 10: a"}, Case{"int(True)", "1"},
        Case{"int([])", "error: int: cannot convert list to int"},
        Case{"int('99999999999999999999')", "99999999999999999999"},
        Case{"int(float('inf'))", "error: int: cannot convert float infinity to integer"},
        Case{"int('0755', 0)", "error: int: invalid literal with base 0: 0755"}, Case{"len('äö')", "4"},
        Case{"len(5)", "error: len: value of type int has no len"},
        Case{"len()", "error: len: got 0 arguments, want 1"},
        Case{"len(1, 2)", "error: len: got 2 arguments, want 1"}, Case{"list('ab'.elems())", R"(["a", "b"])"},
        Case{"list('ä'.codepoints())", "[\"ä\"]"}, Case{"list('ä'.elem_ords())", "[195, 164]"},
        Case{"list(5)", "error: list: for parameter 1: got int, want iterable"}, Case{"max(1, 3, 2)", "3"},
        Case{"min(['bb', 'a'], key=len)", R"("a")"},
        Case{"max([])", "error: max: argument is an empty sequence"},
        Case{"max(1, 'a')", "error: max: string > int not implemented"}, Case{"range(3)", "range(3)"},
        Case{"range(1, 3)", "range(1, 3)"}, Case{"list(range(5, 0, -2))", "[5, 3, 1]"},
        Case{"range(1, 2, 0)", "error: range: step argument must not be zero"},
        Case{"repr('a')", R"("\"a\"")"}, Case{"reversed([1, 2])", "[2, 1]"},
        Case{"set([2, 1, 2])", "set([2, 1])"}, Case{"set([[]])", "error: set: unhashable type: list"},
        Case{"set([1]) | set([2])", "set([1, 2])"}, Case{"set([1, 2]) & set([2])", "set([2])"},
        Case{"set([1, 2]) ^ set([2, 3])", "set([1, 3])"},
        Case{"sorted([3, 1, 2], reverse=True)", "[3, 2, 1]"},
        Case{"sorted(['b', 'A'], key=lambda s: s.lower())", R"(["A", "b"])"},
        Case{"sorted([1, 'a'])", "error: string < int not implemented"}, Case{"str(1.5)", R"("1.5")"},
        Case{"str([1, 'a'])", R"("[1, \"a\"]")"}, Case{"tuple([1])", "(1,)"}, Case{"type(1)", R"("int")"},
        Case{"type(None)", R"("NoneType")"}, Case{"type(len)", R"("builtin_function_or_method")"},
        Case{"type(lambda: 1)", R"("function")"},
        Case{"zip([1, 2], ['a', 'b', 'c'])", R"([(1, "a"), (2, "b")])"},
        Case{"len", "<built-in function len>"}, Case{"'a'.upper", "<built-in method upper of string value>"},
        Case{"lambda: 1", "<function lambda>"},
        Case{"sorted([1], foo=1)", "error: sorted: unexpected keyword argument foo"},
        Case{"sorted()", "error: sorted: missing argument for iterable"}));

INSTANTIATE_TEST_SUITE_P(
    Strings, ExpressionTest,
    testing::Values(
        Case{"'hELLO wORLD'.capitalize()", R"("Hello world")"},
        Case{"'hello world'.title()", R"("Hello World")"}, Case{"'straße'.upper()", "\"STRAßE\""},
        Case{"'ÄÖ'.lower()", "\"äö\""}, Case{"'abcabc'.count('bc')", "2"}, Case{"'abc'.count('')", "4"},
        Case{"'abc'.find('c')", "2"}, Case{"'abc'.find('x')", "-1"}, Case{"'abcabc'.rfind('b')", "4"},
        Case{"'abc'.index('x')", "error: index: substring not found"},
        Case{"'abc'.startswith(('x', 'a'))", "True"}, Case{"'abc'.endswith('bc', 1)", "True"},
        Case{"'abc'.startswith(1)", "error: startswith: got int, want string or tuple of string"},
        Case{"'a1'.isalnum()", "True"}, Case{"'ä'.isalpha()", "True"}, Case{"''.isdigit()", "False"},
        Case{"'12'.isdigit()", "True"}, Case{"'ab'.islower()", "True"}, Case{"'AB1'.isupper()", "True"},
        Case{"'\u0130'.isupper()", "False"}, Case{"' \\t'.isspace()", "True"},
        Case{"'Hello World'.istitle()", "True"}, Case{"', '.join(['a', 'b'])", R"("a, b")"},
        Case{"','.join([1])", "error: join: in list, want string, got int"},
        Case{"'  a b '.strip()", R"("a b")"}, Case{"'xxaxx'.strip('x')", R"("a")"},
        Case{"'xa '.lstrip('x')", R"("a ")"}, Case{"' a '.rstrip()", R"(" a")"},
        Case{"'a.b.c'.partition('.')", R"(("a", ".", "b.c"))"},
        Case{"'a.b.c'.rpartition('.')", R"(("a.b", ".", "c"))"},
        Case{"'abc'.partition('x')", R"(("abc", "", ""))"}, Case{"'aXbX'.replace('X', '-')", R"("a-b-")"},
        Case{"'aaa'.replace('a', 'b', 2)", R"("bba")"}, Case{"'ab'.replace('', '-')", R"("-a-b-")"},
        Case{"'a,b,,c'.split(',')", R"(["a", "b", "", "c"])"},
        Case{"'a,b,c'.split(',', 1)", R"(["a", "b,c"])"}, Case{"'a,b,c'.rsplit(',', 1)", R"(["a,b", "c"])"},
        Case{"' a  b c '.split()", R"(["a", "b", "c"])"},
        Case{"' a  b c '.split(None, 1)", R"(["a", "b c "])"},
        Case{"' a b  c '.rsplit(None, 1)", R"([" a b", "c"])"}, Case{"''.split()", "[]"},
        Case{"''.split(',')", R"([""])"}, Case{"'a\\nb\\n'.splitlines()", R"(["a", "b"])"},
        Case{"'a\\nb'.splitlines(True)", R"(["a\n", "b"])"},
        Case{"'a'.split('')", "error: split: empty separator"},
        Case{"'%s and %r' % ('a', 'b')", R"("a and \"b\"")"}, Case{"'%d%%' % 3.7", R"("3%")"},
        Case{"'%x %X %o' % (255, 255, 8)", R"("ff FF 10")"},
        Case{"'%f %e %g' % (1.5, 1.5, 0.1)", R"("1.500000 1.500000e+00 0.1")"},
        Case{"'%g' % 1234567.0", R"("1.234567e+06")"}, Case{"'%(a)s' % {'a': 1}", R"("1")"},
        Case{"'%c' % 65", R"("A")"}, Case{"'%c' % '😀'[2]", "\"\uFFFD\""},
        Case{"'%s' % (1, 2)", "error: too many arguments for format string"},
        Case{"'%s %s' % 1", "error: not enough arguments for format string"},
        Case{"'%d' % 'a'", "error: %d format requires integer: cannot convert string to int"},
        Case{"'%q' % 1", "error: unknown conversion %q"}, Case{"'{} {}'.format(1, 'a')", R"("1 a")"},
        Case{"'{1} {0}'.format(1, 2)", R"("2 1")"}, Case{"'{a!r}'.format(a='x')", R"("\"x\"")"},
        Case{"'{{}}'.format()", R"("{}")"}, Case{"'{}'.format()", "error: format: tuple index out of range"},
        Case{"'{x}'.format()", "error: format: keyword x not found"},
        Case{"'}'.format()", "error: format: single '}' in format"},
        Case{"'{:d}'.format(1)", "error: format spec features not supported in replacement fields: d"}));

INSTANTIATE_TEST_SUITE_P(
    SyntaxErrors, ExpressionTest,
    testing::Values(
        Case{"1 <", "error: got newline, want primary expression\n"},
        Case{"true", "error: undefined: true (hint: use 'True' instead of 'true' for boolean assignment)\n"},
        Case{"null", "error: undefined: null (hint: use 'None' for a null value)\n"},
        Case{"lenn('a')", "error: undefined: lenn (hint: did you mean `len`?)\n"},
        Case{"1 < 2 < 3",
             "error: < does not associate with < (use parens) (hint: comparisons cannot be chained: join "
             "them with `and`)\n"},
        Case{"{1, 2}", "error: got ',', want ':' (hint: a set is written `set([1, 2])`)\n"},
        Case{"'a' 'b'", "error: got string literal, want end of expression (hint: join strings with `+`)\n"},
        Case{"f'a'",
             "error: got string literal, want end of expression (hint: use `\"%s\" % x` or "
             "`\"{}\".format(x)`: Starlark has no `f` strings)\n"},
        Case{"1 is None", "error: use of reserved keyword 'is' is not allowed (hint: use `==` to compare)\n"},
        Case{"!True", "error: unexpected `!` (hint: write `not x`, or `!=` to compare)\n"},
        Case{"(1", "error: this bracket is never closed\n"},
        Case{"1)", "error: this bracket closes nothing\n"},
        Case{"'abc",
             "error: unexpected newline in string (hint: close the string, or use three quotes for several "
             "lines)\n"},
        Case{"1 if 2", "error: conditional expression without else clause\n"},
        Case{"f(1=2)", "error: keyword argument must have form name=expr\n"},
        Case{"len(x=1, x=2)", "error: keyword argument x repeated\n"},
        Case{"len(x=1, 2)", "error: positional argument may not follow named\n"},
        Case{"012", "error: obsolete form of octal literal; use 0o12\n"},
        Case{"[*x]", "error: got '*', want primary expression\n"},
        Case{"1 && 2", "error: got '&', want primary expression (hint: use `and`)\n"},
        Case{
            "1 # one",
            "error: a `#` comment cannot follow a value or an annotation (hint: write it on a separate line: "
            "`#! …`)\n"},
        Case{"[x for y in [1]]", "error: undefined: x\n"},
        Case{"1 +* 2", "error: got '*', want primary expression\n"}));

}  // namespace
}  // namespace kval::starlark
