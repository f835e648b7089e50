#include <gtest/gtest.h>

#include "tests/kcl/syntax/parsing.h"

namespace kval::kcl::testing {
namespace {

struct Case {
  const char* name;
  const char* text;
  const char* tree;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class ParserTest : public ::testing::TestWithParam<Case> {};

TEST_P(ParserTest, Tree) {
  EXPECT_EQ(TreeOf(GetParam().text), GetParam().tree);
}

constexpr Case kExpressions[] = {
    {"product_before_sum", "1 + 2 * 3", "(expr (+ 1 (* 2 3)))\n"},
    {"power_is_left_associative", "2 ** 3 ** 2", "(expr (** (** 2 3) 2))\n"},
    {"prefix_before_power", "a == -2 ** 2", "(expr (compare a == (** (- 2) 2)))\n"},
    {"not_binds_tightly", "not a == b", "(expr (compare (not a) == b))\n"},
    {"comparisons_chain", "1 < a <= 3", "(expr (compare 1 < a <= 3))\n"},
    {"and_before_or", "a or b and c", "(expr (or a (and b c)))\n"},
    {"union_before_comparison", "a == b | c", "(expr (compare a == (| b c)))\n"},
    {"not_in", "a not in b", "(expr (compare a not in b))\n"},
    {"is_not", "a is not None", "(expr (compare a is not None))\n"},
    {"not_none", "a not None", "(expr (compare a is not None))\n"},
    {"as_is_weakest", "a or b as int", "(expr (as (or a b) int))\n"},
    {"conditional", "1 if a else 2 if b else 3", "(expr (cond a 1 (cond b 2 3)))\n"},
    {"selectors", "a.b?.c[0]?[1]", "(expr (?[] ([] (?. (. a b) c) 0) 1))\n"},
    {"slices", "a[1:2] + a[::-1] + a[:]", "(expr (+ (+ ([:] a 1 2 -) ([:] a - - (- 1))) ([:] a - - -)))\n"},
    {"historic_selectors", "a.* + a.{b, c}", "(expr (+ (.* a) (.{} a b c)))\n"},
    {"call", "f(1, x=2, *a, **b)", "(expr (call f 1 x=2 *a **b))\n"},
    {"call_over_lines", "f(\n    1\n    2,\n)\n", "(expr (call f 1 2))\n"},
    {"schema_with_arguments", "p.S(1) {a = 2}", "(expr (init (. p S) (args 1) (config (= .a 2))))\n"},
    {"no_config_behind_a_subscript", "a[0]\n{b = 1}", "(expr ([] a 0))\n(expr (config (= .b 1)))\n"},
    {"numbers", "[0x1F, 0b11, 0o17, 017, 1_000, 1Ki, 1.5, 1., .5, 1e3]",
     "(expr (list 31 3 15 15 1000 1Ki 1.5 1.0 0.5 1000.0))\n"},
    {"method_of_a_number", "1.foo", "(expr (. 1 foo))\n"},
    {"strings", R"(["a\n", 'b', r"\n", """c"""])", "(expr (list \"a\\n\" \"b\" \"\\n\" \"c\"))\n"},
    {"string_prefixes", R"([u"a", b'b', f"c"])", "(expr (list \"a\" \"b\" \"c\"))\n"},
    {"interpolation", R"("a ${b + 1} c ${d: #json}")",
     "(expr (join \"a \" ${(+ b 1)} \" c \" ${d:#json}))\n"},
    {"escaped_name", "$if = 1", "(assign if 1)\n"},
    {"lambda", "lambda x: int, y = 1 -> str { x }", "(expr (lambda [x:int y=1] -> str (expr x)))\n"},
    {"lambda_in_braces", "lambda {x: int, y} -> any { x }", "(expr (lambda [x:int y] -> any (expr x)))\n"},
    {"lambda_without_parameters", "lambda { x }", "(expr (lambda [] (expr x)))\n"},
    {"lambda_over_lines", "lambda x {\n    y = x\n    y\n}\n", "(expr (lambda [x] (assign y x) (expr y)))\n"},
    {"quantifiers", "all k, v in d {k if v}", "(expr (all k v d k if v))\n"},
    {"quantifier_over_lines", "any e in [1] {\n    e\n}\n", "(expr (any e (list 1) e))\n"},
    {"list_comprehension", "[a + b for a in x for b in y if a if b else c]",
     "(expr (list-for (+ a b) (for a x) (for b y if (cond b a c))))\n"},
    {"dict_comprehension", "{k: v for k, v in d}", "(expr (dict-for (: .k v) (for k v d)))\n"},
};

constexpr Case kConfigs[] = {
    {"operators", "{a: 1, b = 2, c += [3]}", "(expr (config (: .a 1) (= .b 2) (+= .c (list 3))))\n"},
    {"keys", "{\"a-b\": 1, 1: 2, (x): 3, \"${x}\": 4}",
     "(expr (config (: .\"a-b\" 1) (: 1 2) (: (paren x) 3) (: (join ${x}) 4)))\n"},
    {"nested_keys", "{a.b.c: 1, d[0] = 2, e.f[-1] += [3]}",
     "(expr (config (: .a.b.c 1) (= .d[0] 2) (+= .e.f[(- 1)] (list 3))))\n"},
    {"computed_index_is_an_expression", "{a[\"b\"]: 1}", "(expr (config (: ([] a \"b\") 1)))\n"},
    {"keyword_as_key", "{in: 1, $for = 2, type: 3}", "(expr (config (: .in 1) (= .for 2) (: .type 3)))\n"},
    {"lines_separate", "{\n    a = 1\n    b = 2,\n    c = 3\n}\n",
     "(expr (config (= .a 1) (= .b 2) (= .c 3)))\n"},
    {"unpack", "{**a, b = 1}", "(expr (config **a (= .b 1)))\n"},
    {"if_entries",
     "{\n    if a:\n        b = 1\n    elif c:\n        d = 2\n    else:\n        e = 3\n    f = 4\n}\n",
     "(expr (config (if (a (= .b 1)) (c (= .d 2)) (else (= .e 3))) (= .f 4)))\n"},
    {"if_entry_on_a_line", "{if a: b = 1, c = 2}", "(expr (config (if (a (= .b 1))) (= .c 2)))\n"},
    {"list_with_conditions", "[\n    1\n    if a: 2\n    else: 3\n    *b\n]\n",
     "(expr (list 1 (if (a 2) (else 3)) (* b)))\n"},
    {"closing_bracket_on_its_line", "{env: [{a: 1}]\n}",
     "(expr (config (: .env (list (config (: .a 1))))))\n"},
};

constexpr Case kStatements[] = {
    {"assignments", "a = b.c = 1\na: int = 2\n_a.b[0].c = 3\n",
     "(assign a b.c 1)\n(assign a : int 2)\n(assign _a.b[0].c 3)\n"},
    {"augmented", "_a += 1\n_a |= {b = 1}\n_a **= 2\n", "(+= _a 1)\n(|= _a (config (= .b 1)))\n(**= _a 2)\n"},
    {"unification", "a: p.S {b = 1}\na: S(1) {}\n",
     "(unify a (init (. p S) (config (= .b 1))))\n(unify a (init S (args 1) (config)))\n"},
    {"imports", "import a.b\nimport .a as c\nimport ...a\n",
     "(import a.b)\n(import .a as c)\n(import ...a)\n"},
    {"type_alias", "type A = int | [str]\n", "(type A (| int [str]))\n"},
    {"words_as_names", "check = 1\n$map = 2\n", "(assign check 1)\n(assign map 2)\n"},
    {"types", "a: {str:} | {:} | [] | (int, str) -> bool | \"x\" | 1Mi | True = 1\n",
     "(assign a : (| {str:} {:} [] (-> int str : (| bool \"x\" 1Mi True))) 1)\n"},
    {"if_statement", "if a:\n    b = 1\nelif c: d = 2\nelse:\n    if e:\n        f = 3\n",
     "(if (a (assign b 1)) (c (assign d 2)) (else (if (e (assign f 3)))))\n"},
    {"assertions", "assert a if b, \"c\"\n", "(assert a if b, \"c\")\n"},
    {"continued_line", "a = 1 + \\\n    2\n", "(assign a (+ 1 2))\n"},
    {"comments", "# c\na = 1 # d\n    # e\nb = 2\n", "(assign a 1)\n(assign b 2)\n"},
    {"first_line_may_be_indented", "  a = 1\nb = 2\n", "(assign a 1)\n(assign b 2)\n"},
};

constexpr Case kSchemas[] = {
    {"attributes", "schema S:\n    a: int\n    b?: str = \"x\"\n    \"c-d\"?: any\n    e: S |= {a = 1}\n",
     "(schema S (attr a int) (attr b? str \"x\") (attr c-d? any) (attr e S |= (config (= .a 1))))\n"},
    {"header", "schema S[a: int, b = 1](p.B):\n    c: int\n",
     "(schema S [a:int b=1] (base p.B) (attr c int))\n"},
    {"mixin_and_protocol", "protocol AProtocol:\n    a: int\nmixin BMixin for AProtocol:\n    b = a\n",
     "(protocol AProtocol (attr a int))\n(mixin BMixin (for AProtocol) (assign b a))\n"},
    {"mixin_by_name", "schema AMixin:\n    a: int\n", "(mixin AMixin (attr a int))\n"},
    {"body",
     "schema S:\n    \"\"\"doc\"\"\"\n    mixin [A, p.B]\n    [k: ...str]: int = 1\n    "
     "@deprecated(strict=True)\n"
     "    a: int\n    b = a\n    if a:\n        c = 1\n    d: T {e = 1}\n    check:\n        a > 1 if b, "
     "\"m\"\n",
     "(schema S \"doc\" (mixin A) (mixin p.B) (index k:...str int 1) (attr @(deprecated strict=True) a int) "
     "(assign b a) (if (a (assign c 1))) (unify d (init T (config (= .e 1)))) "
     "(check (compare a > 1) if b, \"m\"))\n"},
    {"historic_forms", "schema relaxed S:\n    final a: int = 1\n    check:\n        a > 1: \"m\"\n",
     "(schema S (index ...str any) (attr final a int 1) (check (compare a > 1), \"m\"))\n"},
    {"rule", "@info\nrule R[a](A, B):\n    a > 1\n",
     "(rule R @(info) [a] (base A) (base B) (check (compare a > 1)))\n"},
    {"keywords_as_attributes", "schema S:\n    type: str\n    $all: int = 1\n",
     "(schema S (attr type str) (attr all int 1))\n"},
    {"without_body", "schema S:\n\na = 1\n", "(schema S)\n(assign a 1)\n"},
    {"list_statement", "schema S:\n    [a]\n", "(schema S (expr (list a)))\n"},
};

INSTANTIATE_TEST_SUITE_P(Expressions, ParserTest, ::testing::ValuesIn(kExpressions));
INSTANTIATE_TEST_SUITE_P(Configs, ParserTest, ::testing::ValuesIn(kConfigs));
INSTANTIATE_TEST_SUITE_P(Statements, ParserTest, ::testing::ValuesIn(kStatements));
INSTANTIATE_TEST_SUITE_P(Schemas, ParserTest, ::testing::ValuesIn(kSchemas));

TEST(ParserSpanTest, NodesCoverTheirText) {
  const auto parsed = ParseText("x = a.b + f(1, \"${c}\")\n");
  const AssignStmt& assign = *parsed->ast.body[0]->As<AssignStmt>();
  const auto text = [&](source::Span span) { return parsed->sources.Text(span); };
  EXPECT_EQ(text(assign.span), "x = a.b + f(1, \"${c}\")");
  EXPECT_EQ(text(assign.targets[0].name.span), "x");
  const BinaryExpr& sum = *assign.value->As<BinaryExpr>();
  EXPECT_EQ(text(sum.span), "a.b + f(1, \"${c}\")");
  EXPECT_EQ(text(sum.op_span), "+");
  EXPECT_EQ(text(sum.left->As<SelectorExpr>()->attribute.span), "b");
  const CallExpr& call = *sum.right->As<CallExpr>();
  EXPECT_EQ(text(call.args[1].span), "\"${c}\"");
  EXPECT_EQ(text(call.args[1].value->As<InterpolatedExpr>()->parts[0].expr->span), "c");
}

TEST(ParserSpanTest, SchemasCoverTheirText) {
  const auto parsed = ParseText("schema S(B):\n    a?: int = 1\nx = 1\n");
  const SchemaStmt& schema = *parsed->ast.body[0]->As<SchemaStmt>();
  const auto text = [&](source::Span span) { return parsed->sources.Text(span); };
  EXPECT_EQ(text(schema.header), "schema S(B):");
  EXPECT_EQ(text(schema.name.span), "S");
  EXPECT_EQ(text(schema.base->span), "B");
  const AttributeStmt& attribute = *schema.body[0]->As<AttributeStmt>();
  EXPECT_EQ(text(attribute.span), "a?: int = 1");
  EXPECT_EQ(text(attribute.type->span), "int");
  EXPECT_EQ(text(schema.span), "schema S(B):\n    a?: int = 1");
}

TEST(ParserIdTest, IdsAreDenseAndDistinct) {
  const auto parsed = ParseText("a = b\n");
  const AssignStmt& assign = *parsed->ast.body[0]->As<AssignStmt>();
  const Name& b = assign.value->As<NameExpr>()->name;
  EXPECT_NE(assign.targets[0].name.id, b.id);
  EXPECT_GE(b.id, 0);
  EXPECT_LT(b.id, parsed->context.next_name);
}

// The parser splits large files between statements, never between a statement and its decorator or its
// branch.
TEST(ParserTest, LargeFilesAreTheSumOfTheirStatements) {
  const std::string part =
      "@deprecated\nschema A:\n    a: int\n@info(\n    x=1\n    y=2\n)\nschema B(A):\n    b: str\n"
      "c = [\n    1\n    2\n]\nd = f(c)\nif d:\n    e = 1\nelif c:\n    e = 2\nelse:\n    e = 3\n"
      "g = {\n    h = 1\n}\ni: int = 1\nj = i + \\\n    1\nk = lambda x: int {\n    x\n}\nl = c[0:1]\n";
  const std::string tree = TreeOf(part);
  ASSERT_EQ(tree.find("InvalidSyntax"), std::string::npos) << tree;
  std::string text;
  std::string trees;
  for (int i = 0; i < 200; ++i) {
    text += part;
    trees += tree;
  }
  EXPECT_EQ(TreeOf(text), trees);
}

}  // namespace
}  // namespace kval::kcl::testing
