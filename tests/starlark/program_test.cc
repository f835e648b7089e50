#include <gtest/gtest.h>

#include "tests/starlark/fixture.h"

namespace kval::starlark {
namespace {

struct Case {
  const char* name;
  const char* program;
  const char* result;
};

void PrintTo(const Case& test, std::ostream* out) {
  *out << test.name;
}

class ProgramTest : public testing::TestWithParam<Case> {};

TEST_P(ProgramTest, runs) {
  Session session;
  EXPECT_EQ(session.Run(GetParam().program), GetParam().result) << GetParam().program;
}

std::string NameOf(const testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Statements, ProgramTest,
    testing::Values(
        Case{"if_elif_else", R"(
def size(n):
  if n < 10:
    return "small"
  elif n < 100:
    return "medium"
  else:
    return "large"
  end
end
result = [size(1), size(20), size(300)]
)",
             R"(["small", "medium", "large"])"},
        Case{"indentation_does_not_matter",
             "def f(x):\nif x:\n      return 1\n end\nreturn 2\nend\nresult = [f(1), f(0)]\n", "[1, 2]"},
        Case{"one_line_bodies",
             "def f(x): return x + 1\nif f(1) == 2: result = 'yes'\nfor i in [1, 2]: result += str(i)\n",
             R"("yes12")"},
        Case{"one_line_else_ends_the_block", "x = 0\nif x:\n  result = 1\nelse: result = 2\n", "2"},
        Case{"else_belongs_to_the_outer_if",
             "if True:\n  if False: result = 1\nelse:\n  result = 2\nend\nresult = 3\n", "3"},
        Case{"semicolons", "a = 1; b = 2; result = a + b;", "3"},
        Case{"empty_blocks", "def f():\nend\nif True:\nend\nresult = f()", "None"},
        Case{"for_break_continue",
             "result = []\nfor i in range(10):\n  if i == 2:\n    continue\n  end\n  if i == 5:\n    break\n "
             " end\n  result.append(i)\nend\n",
             "[0, 1, 3, 4]"},
        Case{"while_loop", "n = 10\nresult = 0\nwhile n > 0:\n  result += n\n  n -= 1\nend\n", "55"},
        Case{"while_with_break", "n = 0\nwhile True:\n  n += 1\n  if n > 3: break\nend\nresult = n", "4"},
        Case{"return_out_of_loops",
             "def f():\n  for i in range(9):\n    while True:\n      return i\n    end\n  end\nend\nresult = "
             "f()",
             "0"},
        Case{"unpacking",
             "a, (b, [c, d]) = 1, (2, [3, 4])\n[e, f] = 'xy'.elems()\nresult = [a, b, c, d, e, f]",
             R"([1, 2, 3, 4, "x", "y"])"},
        Case{"unpacking_in_for",
             "result = []\nfor k, v in {'a': 1}.items():\n  result.append(k + str(v))\nend", R"(["a1"])"},
        Case{
            "augmented_targets",
            "d = {'a': [1]}\nd['a'] += [2]\nd['b'] = 1\nd['b'] *= 5\nl = [1, 2]\nl[-1] -= 7\nresult = [d, l]",
            R"([{"a": [1, 2], "b": 5}, [1, -5]])"},
        Case{"augmented_add_shares_the_list", "a = [1]\nb = a\nb += (2,)\nresult = a", "[1, 2]"},
        Case{"all_augmented_operators",
             "a = 100\na -= 1\na *= 2\na //= 3\na %= 50\na &= 15\na |= 16\na ^= 1\na <<= 2\na >>= 1\na /= "
             "2\nresult = a",
             "17"},
        Case{"comments", "# one\nresult = [ # two\n 1, # three\n # four\n]\n# five", "[1]"},
        Case{"backslash_joins_lines", "result = 1 + \\\n  2", "3"},
        Case{"docstrings", "def f():\n  \"\"\"says\n  hello\"\"\"\n  return 1\nend\nresult = f()", "1"},
        Case{"crlf", "a = 1\r\nif a:\r\n  result = '''x\r\ny'''\r\nend\r\n", R"("x\ny")"}),
    NameOf);

INSTANTIATE_TEST_SUITE_P(
    Functions, ProgramTest,
    testing::Values(
        Case{"recursion",
             "def fib(n):\n  if n < 2: return n\n  return fib(n - 1) + fib(n - 2)\nend\nresult = fib(15)",
             "610"},
        Case{"closures",
             "def counter():\n  state = [0]\n  def next():\n    state[0] += 1\n    return state[0]\n  end\n  "
             "return next\nend\nc = counter()\nc()\nresult = c()",
             "2"},
        Case{"captured_twice",
             "def a(x):\n  def b():\n    def c(): return x\n    return c\n  end\n  return b()()\nend\nresult "
             "= a(7)",
             "7"},
        Case{"captured_parameter_is_a_cell", "def a(x):\n  x += 1\n  return lambda: x\nend\nresult = a(1)()",
             "2"},
        Case{"captured_before_assignment",
             "def a():\n  def b(): return y\n  y = 3\n  return b()\nend\nresult = a()", "3"},
        Case{"globals_are_late", "def f(): return g()\ndef g(): return 4\nresult = f()", "4"},
        Case{"global_reassignment", "x = 1\nx = x + 1\nresult = x", "2"},
        Case{"builtins_can_be_shadowed", "a = len('ab')\nlen = 5\nresult = [a, len]", "[2, 5]"},
        Case{"defaults_are_shared",
             "def f(x, acc=[]):\n  acc.append(x)\n  return acc\nend\nf(1)\nresult = f(2)", "[1, 2]"},
        Case{"all_kinds_of_parameters",
             "def f(a, b=2, *args, c, d=4, **kw): return [a, b, args, c, d, kw]\nresult = f(1, 5, 6, c=3, "
             "e=7)",
             R"([1, 5, (6,), 3, 4, {"e": 7}])"},
        Case{"comprehension_has_its_own_scope", "x = 1\ny = [x for x in [5, 6]]\nresult = [x, y]",
             "[1, [5, 6]]"},
        Case{"comprehension_in_a_function", "def f(n): return [i * n for i in range(n) if i]\nresult = f(4)",
             "[4, 8, 12]"},
        Case{"lambdas_in_comprehensions", "fs = [lambda: i for i in range(3)]\nresult = [f() for f in fs]",
             "[2, 2, 2]"},
        Case{"sort_by_key", "result = sorted([('b', 1), ('a', 2)], key=lambda p: p[0])",
             R"([("a", 2), ("b", 1)])"},
        Case{"a_def_without_return", "def f(): 1\nresult = f()", "None"},
        Case{"higher_order", "def twice(f): return lambda x: f(f(x))\nresult = twice(lambda x: x * 3)(2)",
             "18"},
        Case{"methods_as_values", "f = [3, 1].append\nl = ['a']\ng = l.append\ng('b')\nresult = l",
             R"(["a", "b"])"}),
    NameOf);

INSTANTIATE_TEST_SUITE_P(
    Collections, ProgramTest,
    testing::Values(
        Case{"list_methods",
             "l = [3]\nl.append(1)\nl.extend((4, 1))\nl.insert(0, 9)\nl.insert(-1, 8)\np = l.pop()\nq = "
             "l.pop(0)\nl.remove(1)\nresult = [l, p, q, l.index(4)]",
             "[[3, 4, 8], 1, 9, 1]"},
        Case{"dict_methods",
             "d = {'a': 1}\nd.update([('b', 2)], c=3)\nd.setdefault('d', 4)\nd.setdefault('a', 9)\np = "
             "d.pop('b')\nq = d.pop('x', 7)\ni = d.popitem()\nresult = [d, p, q, i, d.get('z'), d.keys(), "
             "d.values(), d.items()]",
             R"([{"c": 3, "d": 4}, 2, 7, ("a", 1), None, ["c", "d"], [3, 4], [("c", 3), ("d", 4)]])"},
        Case{"many_keys",
             "d = {}\nfor i in range(1000):\n  d[i] = i\nend\nfor i in range(990):\n  d.pop(i)\nend\nd['x'] "
             "= 1\nresult = [len(d), d.keys()[0], d[999], 5 in d]",
             "[11, 990, 999, False]"},
        Case{"equal_keys", "d = {1: 'a', True: 'c'}\nd[1.0] = 'b'\nd[(1, 2)] = 'd'\nresult = [d, d[(1, 2)]]",
             R"([{1: "b", True: "c", (1, 2): "d"}, "d"])"},
        Case{"values_that_hold_themselves", "l = [1]\nl.append(l)\nd = {}\nd['d'] = d\nresult = [l, d]",
             R"([[1, [...]], {"d": {...}}])"},
        Case{"sets", "s = set([1])\nresult = [s.union([2, 1]), s | set([3]), 1 in s, len(s), bool(set())]",
             "[set([1, 2]), set([1, 3]), True, 1, False]"}),
    NameOf);

INSTANTIATE_TEST_SUITE_P(
    Failures, ProgramTest,
    testing::Values(
        Case{"append_while_iterating", "l = [1]\nfor x in l:\n  l.append(2)\nend",
             "error: append: cannot append to list during iteration"},
        Case{"insert_while_iterating", "d = {'a': 1}\nfor x in d:\n  d['b'] = 2\nend",
             "error: cannot insert into hash table during iteration"},
        Case{"pop_while_iterating", "d = {'a': 1}\nfor x in d:\n  d.pop('a')\nend",
             "error: pop: cannot delete from hash table during iteration"},
        Case{"change_after_iterating", "l = [1]\nfor x in l:\n  break\nend\nl.append(2)\nresult = l",
             "[1, 2]"},
        Case{"unpack_too_few", "a, b = [1]", "error: too few values to unpack (got 1, want 2)"},
        Case{"unpack_too_many", "a, b = [1, 2, 3]", "error: too many values to unpack (got 3, want 2)"},
        Case{"unpack_a_number", "a, b = 1", "error: got int in sequence assignment"},
        Case{"local_before_assignment", "def f():\n  x = y\n  y = 1\nend\nf()",
             "error: local variable y referenced before assignment"},
        Case{"global_before_assignment", "def f(): return y\nf()\ny = 1",
             "error: global variable y referenced before assignment"},
        Case{"assign_to_string_item", "s = 'ab'\ns[0] = 'x'",
             "error: string value does not support item assignment"},
        Case{"assign_to_attribute", "s = 'ab'\ns.x = 1", "error: can't assign to .x field of string"},
        Case{"pop_out_of_range", "[].pop()", "error: pop: index -1 out of range: empty list"},
        Case{"missing_key", "{}.pop('a')", "error: pop: missing key"},
        Case{"no_key_is_hashed_where_there_is_none", "result = {}.pop([1], 5)", "5"},
        Case{"key_without_hash", "{'a': 1}.pop([1], 5)", "error: pop: unhashable type: list"},
        Case{"key_without_hash_once_cleared", "d = {'a': 1}\nd.clear()\nd.pop([1], 5)",
             "error: pop: unhashable type: list"},
        Case{"key_without_hash_after_the_last", "d = {'a': 1}\nd.pop('a')\nd.pop([1], 5)",
             "error: pop: unhashable type: list"},
        Case{"loop_over_number", "for x in 5:\nend", "error: int value is not iterable"},
        Case{"load_without_loader", "load('a', 'b')", "error: load not implemented by this application"}),
    NameOf);

INSTANTIATE_TEST_SUITE_P(
    Mistakes, ProgramTest,
    testing::Values(
        Case{"missing_colon", "if True\n  x = 1\nend\n",
             "error: got newline, want ':' (hint: missing colon at the end of 'if/for/def' statement?)\n"},
        Case{"missing_end", "if True:\n  x = 1\n",
             "error: mismatched set of block openings (if/else/elif/for/def) and closing (end) (hint: this "
             "block is never closed: add `end`)\n"},
        Case{"trailing_comma", "x = 1,\n",
             "error: unparenthesized tuple with trailing comma (hint: put the tuple into parentheses)\n"},
        Case{"too_many_ends", "x = 1\nend\n",
             "error: unexpected end (hint: no `if`, `for`, `while` or `def` is open here)\n"},
        Case{"pass_is_no_word", "if True:\n  pass\nend",
             "error: use of reserved keyword 'pass' is not allowed (hint: leave it out: a block may be "
             "empty)\n"},
        Case{"reserved_name", "def and():\nend",
             "error: use of reserved keyword 'and' is not allowed (expected identifier)\n"},
        Case{"reserved_parameter", "def f(and): return 1\n",
             "error: use of reserved keyword 'and' is not allowed (expected identifier)\n"},
        Case{"import", "import os",
             "error: use of reserved keyword 'import' is not allowed (hint: Starlark has no `import`: use "
             "`load(\"file.star\", \"name\")`)\n"},
        Case{"else_if", "if True:\nelse if False:\nend", "error: got if, want ':' (hint: use `elif`)\n"},
        Case{"assignment_in_condition", "x = 1\nif x = 1:\nend",
             "error: got '=', want ':' (hint: use `==` to compare)\n"},
        Case{"increment", "x = 1\nx++", "error: got newline, want primary expression\n"},
        Case{"several_at_once", "a = 1 +\nb = )\nc = nothing\nd = 'x\n",
             "error: this bracket closes nothing\nunexpected newline in string (hint: close the string, or "
             "use three quotes for several lines)\ngot newline, want primary expression\n"},
        Case{"all_undefined_names", "a = x1\ndef f(): return y2\nb = [z3 for z in [1]]",
             "error: undefined: x1\nundefined: y2\nundefined: z3\n"},
        Case{"use_before_global", "a = b\nb = 1", "error: undefined: b\n"},
        Case{"break_outside", "break", "error: break not in a loop\n"},
        Case{"return_outside", "return 1", "error: return statement not within a function\n"},
        Case{"load_inside", "def f():\n  load('a', 'b')\nend", "error: load statement within a function\n"},
        Case{"private_load", "load('a', '_b')",
             "error: load: names with leading underscores are not exported: _b\n"},
        Case{"load_nothing", "load('a')", "error: load statement must import at least 1 symbol\n"},
        Case{"assign_to_call", "f() = 1", "error: can't assign to callexpr\n"},
        Case{"assign_to_literal", "1 = 2", "error: can't assign to literal\n"},
        Case{"augmented_tuple", "a = 1\na, b += 1",
             "error: can't use tuple expression in augmented assignment\n"},
        Case{"duplicate_parameter", "def f(a, a): return 1", "error: duplicate parameter: a\n"},
        Case{"required_behind_optional", "def f(a=1, b): return 1",
             "error: required parameter may not follow optional\n"},
        Case{"bare_star", "def f(*): return 1",
             "error: bare * must be followed by keyword-only parameters\n"},
        Case{"unclosed_list_is_one_mistake", "a = [1,\nb = 2\nif b:\nend\n",
             "error: this bracket is never closed\n"},
        Case{"one_mistake_in_a_block_header", "if (:\n  x = 1\nend\ny = 1",
             "error: this bracket is never closed\n"},
        Case{"mistake_inside_a_block", "def f():\n  x = = 1\n  return 1\nend\ny = *",
             "error: got '=', want primary expression\ngot '*', want primary expression\n"}),
    NameOf);

TEST(ProgramTest, prints_lines) {
  Session session;
  session.Run("print('a', 1, [2])\nprint('b', 'c', sep='-')\n");
  EXPECT_EQ(session.printed, "a 1 [2]\nb-c\n");
}

TEST(ProgramTest, frozen_values_cannot_be_changed) {
  Session session;
  const Value list = session.interpreter().heap().NewList({Value::Int(1)});
  Dict* dict = session.interpreter().heap().NewDict();
  FreezeDeep(list);
  dict->Freeze();
  session.environment().Define("l", list);
  session.environment().Define("d", Value(dict));
  EXPECT_EQ(session.Eval("l.append(1)"), "error: append: cannot append to frozen list");
  EXPECT_EQ(session.Run("l[0] = 1"), "error: cannot assign to element of frozen list");
  EXPECT_EQ(session.Run("d['a'] = 1"), "error: cannot insert into frozen hash table");
  EXPECT_EQ(session.Eval("d.clear()"), "error: cannot clear frozen hash table");
}

TEST(ProgramTest, structs_have_attributes_keys_and_order) {
  Session session;
  Heap& heap = session.interpreter().heap();
  session.environment().Define("s", heap.NewStruct({{"b", Value::Int(1)}, {"a", heap.NewString("x")}}));
  EXPECT_EQ(session.Eval("[s.b, s['a'], [k for k in s], len(s), 'b' in s, dict(s), type(s)]"),
            R"([1, "x", ["b", "a"], 2, True, {"b": 1, "a": "x"}, "struct"])");
  EXPECT_EQ(session.Eval("s.c"), "error: struct has no .c field or method");
  EXPECT_EQ(session.Eval("(lambda **k: k)(**s)"), R"({"b": 1, "a": "x"})");
  EXPECT_EQ(session.Eval("s"), "struct(...)");
  EXPECT_EQ(session.Eval("s == s"), "True");
}

TEST(ProgramTest, arity_of_functions) {
  Session session;
  const Program* program = session.Parse("def f(a, b=1, *c, d, **e): return 1\ng = lambda v, ctx: True\n");
  Outcome<Module*> module = session.interpreter().Run(*program);
  ASSERT_TRUE(module);
  const std::optional<Arity> f = ArityOf((*module)->Find("f"));
  ASSERT_TRUE(f);
  EXPECT_EQ(f->required, 1U);
  EXPECT_EQ(f->positional, 2U);
  EXPECT_TRUE(f->has_args && f->has_kwargs);
  EXPECT_EQ(ArityOf((*module)->Find("g"))->positional, 2U);
  EXPECT_EQ(FunctionName((*module)->Find("f")), "f");
  EXPECT_FALSE(ArityOf(Value::None()));
}

}  // namespace
}  // namespace kval::starlark
