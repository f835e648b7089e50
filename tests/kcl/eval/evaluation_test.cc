#include "src/lang/kcl/eval/evaluation.h"

#include <gtest/gtest.h>

#include "tests/kcl/eval/program.h"

namespace kval::kcl::eval {
namespace {

struct Case {
  const char* name;
  const char* program;
  const char* result;  // YAML, or "!" and the beginning of the message
};

class EvaluationTest : public testing::TestWithParam<Case> {};

TEST_P(EvaluationTest, GivesTheResultOfKcl) {
  TestProgram program(GetParam().program);
  std::string expected = GetParam().result;
  std::string result = program.Run();
  if (expected.substr(0, 1) == "!") {
    result = result.substr(0, expected.size());
  }
  EXPECT_EQ(result, expected);
}

constexpr Case kOrder[] = {
    {"uses_before_definition", "b = a + 1\na = 1\n", "b: 2\na: 1\n"},
    {"last_setter_wins", "_a = 1\nb = _a\n_a = 2\n", "b: 2\n"},
    {"augmented_assignments_see_the_setters_before", "_a = 1\n_a += 2\n_a *= 5\nb = _a\n", "b: 15\n"},
    {"branch_not_taken_sets_nothing", "_a = 1\nif False:\n    _a = 2\nelse:\n    _b = 3\nc = [_a, _b]\n",
     "c:\n- 1\n- 3\n"},
    {"cycle_is_undefined", "a = b\nb = a\nc = 1\n", "c: 1\n"},
    {"assert_before_its_data", "assert a == 1\na = 1\n", "a: 1\n"},
    {"path_assignment", "_a = {x = [1, {z = 2}]}\n_a.x[1].z = 3\nb = _a\n", "b:\n  x:\n  - 1\n  - z: 3\n"},
};

constexpr Case kConfig[] = {
    {"keys_are_visible_to_later_values", "a = 5\nx = {a = 1, b = a}\n", "a: 5\nx:\n  a: 1\n  b: 1\n"},
    {"keys_of_a_branch_not_taken_are_not", "a = 5\nx = {\n    if False:\n        a = 1\n    b = a\n}\n",
     "a: 5\nx:\n  b: 5\n"},
    {"nested_key", "x = {a.b.c = 1, a.b.d = 2}\n", "x:\n  a:\n    b:\n      c: 1\n      d: 2\n"},
    {"index_inserts_at_its_place", "x = {l = [1, 1, 1], l[1] += [2]}\n",
     "x:\n  l:\n  - 1\n  - 2\n  - 1\n  - 1\n"},
    {"unpacked_entries_keep_their_operators", "_b = {k = 1}\nx = {k = 0, **_b}\n", "x:\n  k: 1\n"},
    {"conflict", "x = {k: 1, k: 2}\n", "!EvaluationError: conflicting values on the attribute 'k'"},
    {"comprehension_over_two_names", "x = {k: v + 1 for k, v in {a = 1, b = 2} if v > 1}\n", "x:\n  b: 3\n"},
};

constexpr Case kSchema[] = {
    {"data_unites_with_defaults",
     "schema S:\n    l: [int] = [1, 2, 3]\n    m: int = 1\ns = S {l: [9], m: None}\n",
     "s:\n  l:\n  - 9\n  - 2\n  - 3\n  m: 1\n"},
    {"override_drops_the_default", "schema S:\n    l: [int] = [1, 2, 3]\ns = S {l = [9]}\n",
     "s:\n  l:\n  - 9\n"},
    {"attributes_are_lazy", "schema S:\n    a: int = b + 1\n    b: int = 1\ns = S {b = 5}\n",
     "s:\n  a: 6\n  b: 5\n"},
    {"base_sees_the_child",
     "schema A:\n    a: int = 1\n    b: int = a\nschema B(A):\n    a: int = 7\ns = B {}\n",
     "s:\n  a: 7\n  b: 7\n"},
    {"mixin_sets_host_attributes",
     "schema S:\n    mixin [AMixin]\n    a: int = 1\nmixin AMixin:\n    a: int\n    twice: int = a * 2\ns = "
     "S {a = 4}\n",
     "s:\n  a: 4\n  twice: 8\n"},
    {"arguments", "schema S[n: int, m = 2]:\n    x: int = n + m\ns = S(3) {}\nt = S(n=1, m=1) {}\n",
     "s:\n  x: 5\nt:\n  x: 2\n"},
    {"required", "schema S:\n    a: int\ns = S {**{}}\n",
     "!EvaluationError: attribute 'a' of S is required and can't be None or Undefined"},
    {"required_in_depth", "schema S:\n    a: int\nschema T:\n    s: S\nt = T {s = S {**{}}}\n",
     "!EvaluationError: attribute 'a' of S is required"},
    {"check", "schema S:\n    a: int\n    check:\n        a > 0, \"too small\"\ns = S {a = 0}\n",
     "!EvaluationError: Instance check failed: too small"},
    {"guarded_check", "schema S:\n    a?: int\n    check:\n        a > 0 if a\ns = S {}\n", "s: {}\n"},
    {"dict_becomes_an_instance", "schema S:\n    a: int = 1\nx: S = {}\nz: [S] = [{a = 2}]\n",
     "x:\n  a: 1\nz:\n- a: 2\n"},
    {"union_takes_the_first_that_fits",
     "schema A:\n    a: int\nschema B:\n    b: int\n    c: int = 1\nx: A | B = {b = 2}\n",
     "x:\n  b: 2\n  c: 1\n"},
    {"index_signature",
     "schema S:\n    [k: str]: int = 1\n    check:\n        len(k) == 1\ns = S {a: 2, b: 3}\n",
     "s:\n  a: 2\n  b: 3\n"},
    {"index_signature_checks_each_key",
     "schema S:\n    [k: str]: int\n    check:\n        len(k) == 1\ns = S {a: 2, bb: 3}\n",
     "!EvaluationError: Instance check failed"},
    {"repeated_unification", "schema S:\n    a: int\n    b: int\ns: S {a: 1}\ns: S {b: 2}\n",
     "s:\n  a: 1\n  b: 2\n"},
    {"union_evaluates_anew", "schema S:\n    a: int = 1\n    b: int = a\ns = S {} | {a = 3}\n",
     "s:\n  a: 3\n  b: 3\n"},
    {"literal_type_has_a_default", "schema S:\n    kind: \"S\"\n    n?: 1\ns = S {}\n", "s:\n  kind: S\n"},
    {"deprecated_when_used",
     "schema S:\n    @deprecated(version=\"1.1\", reason=\"use b\")\n    a?: int\ns = S {a = 1}\n",
     "!EvaluationError: a was deprecated since version 1.1, use b"},
    {"instances",
     "schema S:\n    a: int\n_x = S {a = 1}\n_y = S {a = 2}\nall_of_a = [s.a for s in S.instances()]\n",
     "all_of_a:\n- 1\n- 2\n"},
    {"rule", "protocol PProtocol:\n    a: int\nrule R for PProtocol:\n    a > 1, \"no\"\nx = R {a = 1}\n",
     "!EvaluationError: Instance check failed: no"},
};

constexpr Case kLambda[] = {
    {"recursion", "f = lambda n: int -> int { 1 if n <= 1 else n * f(n - 1) }\na = f(5)\n", "a: 120\n"},
    {"local_recursion",
     "f = lambda n {\n    g = lambda m { 0 if m == 0 else 1 + g(m - 1) }\n    g(n)\n}\na = f(4)\n", "a: 4\n"},
    {"unassigned_locals_mean_the_global", "_x = 5\nf = lambda {\n    _x += 1\n    _x\n}\na = f()\nb = _x\n",
     "a: 6\nb: 5\n"},
    {"captures_each_round", "_f = [lambda { i } for i in [1, 2, 3]]\na = [f() for f in _f]\n",
     "a:\n- 1\n- 2\n- 3\n"},
    {"captures_parameters", "_add = lambda x { lambda y { x + y } }\na = _add(2)(3)\n", "a: 5\n"},
    {"sees_the_instance",
     "schema S:\n    k: int = 2\n    f = lambda x { x * k }\n    r: int = f(4)\ns = S {k = 3}\n",
     "s:\n  k: 3\n  r: 12\n"},
    {"defaults_and_names", "f = lambda a, b = 2, c = 3 { [a, b, c] }\nx = f(1, c=9)\n",
     "x:\n- 1\n- 2\n- 9\n"},
};

constexpr Case kExpressions[] = {
    {"chained_comparison", "a = 1 < 2 < 3\nb = 1 < 2 > 5\n", "a: true\nb: false\n"},
    {"and_or_give_operands", "a = None or \"x\"\nb = 1 and 2\n", "a: x\nb: 2\n"},
    {"quantifiers",
     "a = all x in [1, 2] {x > 0}\nb = any x in [1, 2] {x > 1}\nc = map x in [1, 2] {x * 2}\nd = filter k, v "
     "in {p = 1, q = 2} {v > 1}\n",
     "a: true\nb: true\nc:\n- 2\n- 4\nd:\n  q: 2\n"},
    {"safe_navigation", "_x = None\na = _x?.y or 1\n", "a: 1\n"},
    {"interpolation", "_x = {a = 1}\na = \"${_x.a}-${_x: #json}\"\n", "a: '1-{\"a\": 1}'\n"},
    {"integer_division_is_a_float", "a = 4 / 2\nb = 7 // 2\nc = -7 % 3\n", "a: 2.0\nb: 3\nc: 2\n"},
    {"overflow", "a = 9223372036854775807 + 1\n",
     "!EvaluationError: 9223372036854775808: A 64 bit integer overflow"},
    {"as_is_strict", "_v: any = 1\na = _v as str\n", "!EvaluationError: expect str, got int"},
    {"list_items_by_condition", "a = [1, if True: 2, if False: 3, *[4, 5]]\n", "a:\n- 1\n- 2\n- 4\n- 5\n"},
    {"number_multiplier", "a = str(1Mi)\nb = int(1Ki)\n", "a: '1Mi'\nb: 1024\n"},
    {"only_the_last_instance_is_shown", "schema S:\n    a: int\nS {a = 1}\nS {a = 2}\n", "a: 2\n"},
};

std::string NameOf(const testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Order, EvaluationTest, testing::ValuesIn(kOrder), NameOf);
INSTANTIATE_TEST_SUITE_P(Config, EvaluationTest, testing::ValuesIn(kConfig), NameOf);
INSTANTIATE_TEST_SUITE_P(Schema, EvaluationTest, testing::ValuesIn(kSchema), NameOf);
INSTANTIATE_TEST_SUITE_P(Lambda, EvaluationTest, testing::ValuesIn(kLambda), NameOf);
INSTANTIATE_TEST_SUITE_P(Expressions, EvaluationTest, testing::ValuesIn(kExpressions), NameOf);

TEST(ImportTest, ImportedNamesAreEvaluatedWithTheirPackage) {
  TestProgram program("import pkg.a as x\nb = x.n + 1\nc = x.S {}\n");
  program.Add("/p/pkg/a.k", "n = m * 2\nm = 3\nschema S:\n    v: int = n\n");
  program.Add("/p/kcl.mod", "");
  EXPECT_EQ(program.Run(), "b: 7\nc:\n  v: 6\n");
}

TEST(InheritanceTest, LongChainsKeepAllAttributes) {
  constexpr int kCount = 500;
  std::string text = "schema S0:\n    a0: int = 0\n";
  std::string expected = "x:\n  a0: 0\n";
  for (int i = 1; i < kCount; ++i) {
    const std::string n = std::to_string(i);
    text += "schema S" + n + "(S" + std::to_string(i - 1) + "):\n    a" + n + ": int = " + n + "\n";
    expected += "  a" + n + ": " + n + "\n";
  }
  text += "x = S" + std::to_string(kCount - 1) + " {}\n";
  TestProgram program(text.c_str());
  EXPECT_EQ(program.Run(), expected);
}

TEST(CheckTest, TheInstanceAndTheConditionAreShown) {
  TestProgram program("schema S:\n    a: int\n    check:\n        a > 0\ns = S {a = 0}\n");
  program.Run();
  ASSERT_EQ(program.diagnostics().size(), 1U);
  const std::vector<diag::Label>& labels = program.diagnostics()[0].labels;
  ASSERT_GE(labels.size(), 2U);
  EXPECT_EQ(program.sources().Text(labels[0].span), "S");
  EXPECT_EQ(labels[1].text, "Check failed on the condition");
  EXPECT_EQ(program.sources().Text(labels[1].span), "a > 0");
}

class LimitTest : public testing::Test {
 protected:
  static diag::Kind KindOf(const char* text, Limits limits) {
    EvalOptions options;
    options.limits = limits;
    TestProgram program(text, options);
    program.Run();
    return program.diagnostics().empty() ? diag::Kind::kKclSyntax : program.diagnostics()[0].kind;
  }
};

TEST_F(LimitTest, EndlessRecursionEndsAtTheCallDepth) {
  EXPECT_EQ(KindOf("f = lambda n { f(n + 1) }\na = f(0)\n", {}), diag::Kind::kLimitCallDepth);
  EXPECT_EQ(KindOf("schema S:\n    s: S = S {}\na = S {}\n", {}), diag::Kind::kLimitCallDepth);
}

TEST_F(LimitTest, LongLoopsEndAtTheStepLimit) {
  EXPECT_EQ(KindOf("a = [i for i in range(100000)]\n", {.kcl_steps = 1000}), diag::Kind::kLimitSteps);
}

TEST_F(LimitTest, FunctionsCostWhatTheyLookAt) {
  constexpr const char* kNestedTemplate =
      "import template\n"
      "a = template.execute('{{#each @root.x}}' * 3 + '{{/each}}' * 3, {x = range(100)})\n";
  for (const char* text : {
           "import crypto\n_x = 'a' * 100000\na = [crypto.md5(value = _x) for i in range(100)]\n",
           "_x = 'a' * 100000\na = [_x[i] for i in range(100)]\n",
           "_x = 'é' * 100000\na = [_x[1:2] for i in range(100)]\n",
           "import regex\na = regex.match('a' * 20000, 'a*[cd]')\n",
           "import regex\na = regex.match('a' * 20000, '(?>a*)[cd]')\n",
           "import regex\na = regex.replace('a' * 1000, 'a', '$9' * 10000)\n",
           kNestedTemplate,
       }) {
    EXPECT_EQ(KindOf(text, {.kcl_steps = 100'000}), diag::Kind::kLimitSteps) << text;
  }
}

TEST_F(LimitTest, LargeValuesEndAtTheMemoryLimit) {
  EXPECT_EQ(KindOf("a = [[j for j in range(1000)] for i in range(1000)]\n", {.kcl_memory = 4 << 20}),
            diag::Kind::kLimitMemory);
}

// kWide: two values of 2^40 nodes that share their parts. kDeep: two values nested 1500 levels deep.
constexpr char kWide[] =
    "_wide = lambda n, v { _wide(n - 1, [v, v]) if n > 0 else v }\n_a = _wide(40, 1)\n_b = _wide(40, 1)\n";
constexpr char kDeep[] =
    "_deep = lambda n, v { _deep(n - 1, [v]) if n > 0 else v }\n_a = _deep(1500, 1)\n_b = _deep(1500, 1)\n";

TEST_F(LimitTest, SharedPartsAreNotWrittenOutWithoutEnd) {
  for (const char* last : {"x = _a\n", "x = \"${_a}\"\n", "x = \"${_a: #json}\"\n", "x = \"${_a: #yaml}\"\n",
                           "assert False, _a\n", "x = str(_a)\n"}) {
    EXPECT_EQ(KindOf((kWide + std::string(last)).c_str(), {}), diag::Kind::kLimitMemory) << last;
    EXPECT_EQ(KindOf((kDeep + std::string(last)).c_str(), {}), diag::Kind::kLimitDepth) << last;
  }
}

TEST_F(LimitTest, SharedPartsAreNotComparedWithoutEnd) {
  for (const char* last : {"x = _a == _b\n", "x = _a < _b\n", "x = _a in [_b]\n",
                           "x = {a = _a} == {a = _b}\n", "_c = {a: _a} | {a: _b}\n"}) {
    EXPECT_EQ(KindOf((kWide + std::string(last)).c_str(), {.kcl_steps = 100'000}), diag::Kind::kLimitSteps)
        << last;
    EXPECT_EQ(KindOf((kDeep + std::string(last)).c_str(), {}), diag::Kind::kLimitDepth) << last;
  }
}

TEST_F(LimitTest, SharedPartsAreNotCheckedWithoutEnd) {
  const char* last = "schema S:\n    a: any\n_s = S {a = _a}\n";
  EXPECT_EQ(KindOf((kWide + std::string(last)).c_str(), {.kcl_steps = 100'000}), diag::Kind::kLimitSteps);
  EXPECT_EQ(KindOf((kDeep + std::string(last)).c_str(), {}), diag::Kind::kLimitDepth);
  EXPECT_EQ(KindOf("_a: any = [[[1] * 1000] * 1000] * 1000\n_b: [[[int]]] = _a\n", {.kcl_steps = 100'000}),
            diag::Kind::kLimitSteps);
}

TEST_F(LimitTest, SharedPartsDoNotBecomeInstancesWithoutEnd) {
  EXPECT_EQ(KindOf("schema S:\n    a?: S\n    b?: S\n"
                   "_wide = lambda n, v { _wide(n - 1, {a = v, b = v}) if n > 0 else v }\n"
                   "_s: S = _wide(40, None)\n",
                   {.kcl_memory = 64 << 20}),
            diag::Kind::kLimitMemory);
}

TEST_F(LimitTest, SharedPartsAreNotUnitedWithoutEnd) {
  EXPECT_EQ(KindOf((kWide + std::string("_c = _a | _b\n")).c_str(), {.kcl_memory = 64 << 20}),
            diag::Kind::kLimitMemory);
}

TEST_F(LimitTest, StringsDoNotDoubleWithoutEnd) {
  std::string by_parts = "_a = \"x\" * 1000\n";
  std::string by_sum = by_parts;
  for (int i = 0; i < 40; ++i) {
    by_parts += "_a = \"${_a}${_a}\"\n";
    by_sum += "_a = _a + _a\n";
  }
  EXPECT_EQ(KindOf(by_parts.c_str(), {.kcl_memory = 64 << 20}), diag::Kind::kLimitMemory);
  EXPECT_EQ(KindOf(by_sum.c_str(), {.kcl_memory = 64 << 20}), diag::Kind::kLimitMemory);
}

TEST_F(LimitTest, ResultsOfFunctionsCount) {
  std::string text = "import base64\n_a = \"x\" * 1000000\n";
  for (int i = 0; i < 30; ++i) {
    text += "_a = base64.encode(_a)\n";
  }
  EXPECT_EQ(KindOf(text.c_str(), {.kcl_memory = 16 << 20}), diag::Kind::kLimitMemory);
}

TEST_F(LimitTest, StepsGrowWithTheInput) {
  auto steps = [](int count) {
    TestProgram program("f = lambda x { x * 2 }\na = [f(i) for i in range(" + std::to_string(count) + ")]\n");
    program.Run();
    return program.evaluation().steps();
  };
  uint64_t thousand = steps(1000);
  EXPECT_LT(steps(10000), 11 * thousand);
}

}  // namespace
}  // namespace kval::kcl::eval
