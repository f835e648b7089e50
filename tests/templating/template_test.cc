#include "src/templating/template.h"

#include <map>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/templating/project.h"

namespace kval::templating {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

struct Case {
  const char* name;
  const char* text;
  const char* written;
};

class Templates : public testing::TestWithParam<Case> {};

TEST_P(Templates, Run) {
  Project project(Files{{"t.yml", GetParam().text}});
  const Output output = project.Run("t.yml");
  EXPECT_TRUE(output.ok) << testing::PrintToString(project.Messages());
  EXPECT_EQ(Write(output, project.annotations), GetParam().written);
}

constexpr const char* kMap = "#@ def m():\nb: 1\nc: {d: [2]}\n#@ end\n";

INSTANTIATE_TEST_SUITE_P(
    Yaml, Templates,
    testing::Values(
        Case{"plain", "a: 1\n# comment\nb: [x]\n", "{a: 1, b: [x]}"},
        Case{"value", "a: #@ 1 + 1\n", "{a: 2}"}, Case{"value_of_item", "- #@ 1 + 1\n- x\n", "[2, x]"},
        Case{"value_of_document", "--- #@ {'a': [1]}\n", "{a: [1]}"},
        Case{"long_names", "#@template/code x = 1\na: #@template/value x\n", "{a: 1}"},
        Case{"code_above", "#@ x = [1, 2]\na: #@ x\nb: c\n", "{a: [1, 2], b: c}"},
        Case{"code_over_two_lines", "#@ x = [1,\n#@   2]\na: #@ x\n", "{a: [1, 2]}"},
        Case{"string_over_two_lines", "#@ x = \"a \\\n#@ b\"\na: #@ x\n", "{a: a b}"},
        Case{"text_below_a_document", "#@yaml/text-templated-strings\n---\na: (@= '1' @)\n",
             "@yaml/text-templated-strings() {a: 1}"},
        Case{"splat", "#@ def m():\nb: 1\n#@ end\n#@ def f(b): return b\na: #@ [f(**m()), dict(**m())]\n",
             "{a: [1, {b: 1}]}"},
        Case{"ytt_comment", "#! note\na: 1 #! more\nb: #@ 1\n", "{a: 1, b: 1}"},
        Case{"if_false_drops", "#@ if False:\na: 1\n#@ end\nb: #@ 2\n", "{b: 2}"},
        Case{"if_else", "#@ if False:\na: 1\n#@ else:\na: 2\n#@ end\n", "{a: 2}"},
        Case{"elif", "#@ x = 2\n#@ if x == 1:\na: 1\n#@ elif x == 2:\na: 2\n#@ end\n", "{a: 2}"},
        Case{"if_end", "#@ if/end False:\na: {b: 1}\nc: 1\n", "{c: 1}"},
        Case{"if_else_end", "#@ if False:\na: 1\n#@ else/end:\na: 2\nb: 1\n", "{a: 2, b: 1}"},
        Case{"for_items", "a:\n#@ for i in range(3):\n- #@ i\n#@ end\n- x\n", "{a: [0, 1, 2, x]}"},
        Case{"for_end", "#@ for/end i in range(2):\n- a: #@ i\n  b: c\n", "[{a: 0, b: c}, {a: 1, b: c}]"},
        Case{"for_documents", "#@ for i in range(2):\n---\na: #@ i\n#@ end\n---\nb: 1\n",
             "{a: 0} --- {a: 1} --- {b: 1}"},
        Case{"while_loop", "#@ i = 0\n#@ while i < 2:\n- #@ i\n#@ i = i + 1\n#@ end\n", "[0, 1]"},
        Case{
            "nested_for",
            "a:\n#@ for i in range(2):\n- b:\n  #@ for j in range(2):\n  - #@ i * 10 + j\n  #@ end\n#@ end\n",
            "{a: [{b: [0, 1]}, {b: [10, 11]}]}"},
        Case{"end_at_the_end_of_the_file", "#@ if True:\na: 1\n#@ end\n", "{a: 1}"},
        Case{"if_around_nested_nodes",
             "a:\n  #@ if True:\n  b: 1\n  c: #@ 2\n  #@ end\n\nd:\n#@ if False:\n- 1\n#@ end\n- 2\n",
             "{a: {b: 1, c: 2}, d: [2]}"},
        Case{"empty_when_all_is_dropped", "a:\n#@ if False:\n- 1\n#@ end\nb: 1\n", "{a: [], b: 1}"},
        Case{"function_of_yaml", "#@ def f(x):\nb: #@ x\nc: [d]\n#@ end\na: #@ f(1)\n",
             "{a: {b: 1, c: [d]}}"},
        Case{"function_node_scoped", "#@ def/end f():\nb: 1\na: #@ f()\n", "{a: {b: 1}}"},
        Case{"function_of_items", "#@ def f():\n- 1\n- 2\n#@ end\n---\na: #@ f()\n", "[] --- {a: [1, 2]}"},
        Case{"function_that_returns", "#@ def f():\nb: 1\n#@   return 5\n#@ end\na: #@ f()\n", "{a: 5}"},
        Case{"function_across_documents", "---\na:\n#@ def f():\n- 1\n#@ end\n---\nb: #@ f()\n",
             "{a: []} --- {b: [1]}"},
        Case{"recursive_function",
             "#@ def f(n):\nn: #@ n\n#@ if n > 0:\nnext: #@ f(n - 1)\n#@ end\n#@ end\na: #@ f(2)\n",
             "{a: {n: 2, next: {n: 1, next: {n: 0}}}}"},
        Case{"annotations",
             "#@a/b 1, x=[2]\nk: 1\n#@c/d\n---\n#@ y = 3\n#@e/f y\n#@e/f y + 1\nl:\n- 1 #@g/h \"s\"\n",
             "{@a/b(1, x=[2]) k: 1} --- @c/d() {@e/f(3) @e/f(4) l: [@g/h(\"s\") 1]}"},
        Case{"annotation_on_the_dash_line", "- #@a/b\n  x: 1\n- y: 2\n", "[@a/b() {x: 1}, {y: 2}]"},
        Case{"annotation_below_the_dash", "-\n  #@a/b\n  x: 1\n", "[{@a/b() x: 1}]"},
        Case{"annotation_at_the_end_of_a_map_line", "a: #@a/b\n  x: 1\n", "{@a/b() a: {x: 1}}"},
        Case{"annotation_over_blank_lines", "#@a/b\n\n\na: 1\n", "{@a/b() a: 1}"},
        Case{"annotations_in_a_loop", "#@ for i in range(2):\n#@a/b i\n- x\n#@ end\n",
             "[@a/b(0) x, @a/b(1) x]"},
        Case{"annotations_of_fragments", "#@ def f(x):\n#@a/b x\nk: 1\n#@ end\nl: #@ [f(1), f(2)]\n",
             "{l: [{@a/b(1) k: 1}, {@a/b(2) k: 1}]}"},
        Case{"flow_nodes", "#@a/b\na: {b: 1, c: 2} #@c/d\n", "{@a/b() a: {b: 1, @c/d() c: 2}}"},
        Case{"text_in_strings",
             "#@ n = 'x'\n#@yaml/text-templated-strings\na(@= n @): \"<(@= n @)>\"\nb(@= n @): c\n",
             "{@yaml/text-templated-strings() ax: <x>, b(@= n @): c}"},
        Case{"text_in_strings_below", "#@yaml/text-templated-strings\na:\n  b:\n  - (@= '1' @)\n  - 2\n",
             "{@yaml/text-templated-strings() a: {b: [1, 2]}}"},
        Case{"text_in_a_block_scalar",
             "#@yaml/text-templated-strings\na: |\n  x\n  (@ for i in [1, 2]: -@)\n  (@= str(i) @)\n  (@- "
             "end @)\n",
             "{@yaml/text-templated-strings() a: x\n12\n}"},
        Case{"text_with_escapes", "#@yaml/text-templated-strings\na: \"(@= \\\"q\\\" @)\"\n",
             "{@yaml/text-templated-strings() a: q}"},
        Case{"map_key_override",
             "#@yaml/map-key-override\na: 1\n#@ x = 2\n#@yaml/map-key-override\na: #@ x\n",
             "{@yaml/map-key-override() a: 2}"},
        Case{"replace_map_item",
             "#@ load('@ytt:template', 'template')\n_: #@ template.replace({'a': 1, 'b': 2})\nc: 3\n",
             "{a: 1, b: 2, c: 3}"},
        Case{"replace_array_item",
             "#@ load('@ytt:template', 'template')\n- 0\n- #@ template.replace([1, 2])\n- 3\n",
             "[0, 1, 2, 3]"},
        Case{"replace_document",
             "#@ load('@ytt:template', 'template')\n#@ def f():\n---\na: 1\n---\nb: 2\n#@ end\n--- #@ "
             "template.replace(f())\n---\nc: 3\n",
             "{a: 1} --- {b: 2} --- {c: 3}"},
        Case{"aliases_stay", "#@ x = 1\na: &m {b: 1}\nc: *m\nd: #@ x\n", "{a: {b: 1}, c: {b: 1}, d: 1}"},
        Case{"indented_code", "a:\n    #@ if True:\n  b: #@ 1\n        #@ end\n", "{a: {b: 1}}"}),
    [](const testing::TestParamInfo<Case>& given) { return std::string(given.param.name); });

TEST(Fragments, BehaveAsInYtt) {
  const std::pair<const char*, const char*> cases[] = {
      {"type(m())", "yamlfragment"},
      {"m()['b']", "1"},
      {"m()['c']['d'][0]", "2"},
      {"'b' in m()", "true"},
      {"'x' in m()", "false"},
      {"len(m())", "2"},
      {"[k for k in m()]", "[b, c]"},
      {"bool(m())", "true"},
      {"m()['c']", "{d: [2]}"},
      {"type(m()['c'])", "yamlfragment"},
      {"{'x': m()}", "{x: {b: 1, c: {d: [2]}}}"},
      {"1 in m()['c']['d']", "false"},
  };
  for (const auto& [expression, written] : cases) {
    Project project(Files{{"t.yml", std::string(kMap) + "r: #@ " + expression + "\n"}});
    const Output output = project.Run("t.yml");
    EXPECT_EQ(Write(output, project.annotations), "{r: " + std::string(written) + "}") << expression;
  }
}

TEST(Fragments, OfNothingAreEmpty) {
  Project project(Files{{"t.yml",
                         "#@ def f():\n#@ if/end False:\na: 1\n#@ end\n---\nx: #@ [len(f()), type(f()), "
                         "bool(f()), 'a' in f()]\ny: #@ f()\n"}});
  EXPECT_EQ(Write(project.Run("t.yml"), project.annotations),
            "{} --- {x: [0, yamlfragment, false, false], y: null}");
}

struct ErrorCase {
  const char* name;
  const char* text;
  std::vector<std::string> messages;
};

class Errors : public testing::TestWithParam<ErrorCase> {};

TEST_P(Errors, AreReportedAtTheirPlace) {
  Project project(Files{{"t.yml", GetParam().text}});
  EXPECT_FALSE(project.Run("t.yml").ok);
  EXPECT_THAT(project.Messages(), ElementsAreArray(GetParam().messages));
}

INSTANTIATE_TEST_SUITE_P(
    Yaml, Errors,
    testing::Values(
        ErrorCase{"plain_comment",
                  "a: #@ 1\n# x\nb: 1 # y\n",
                  {"KV204 2:1 a comment in a template must start with `#!` or `#@`",
                   "KV204 3:6 a comment in a template must start with `#!` or `#@`"}},
        ErrorCase{"two_values",
                  "a: 1 #@ 2\n",
                  {"KV233 1:6 the node has both a computed value and a literal value"}},
        ErrorCase{"two_values_of_a_document",
                  "--- #@ 1\na: 1\n",
                  {"KV233 1:5 the node has both a computed value and a literal value"}},
        ErrorCase{"code_after_node_code",
                  "#@ if/end True:\n#@ x = 1\na: 1\n",
                  {"KV233 2:1 there is code between `…/end` and its node"}},
        ErrorCase{"undefined_name", "a: #@ x\n", {"KV231 1:7 undefined: x"}},
        ErrorCase{
            "text_that_is_no_string",
            "#@yaml/text-templated-strings\na: (@= 1 @)\n",
            {"KV232 2:7 cannot set non-string value (int), consider using str(...) to convert to string"}},
        ErrorCase{"text_ends_what_it_did_not_begin",
                  "#@ if False:\n#@yaml/text-templated-strings\na: \"(@ end @)\"\n",
                  {"KV233 3:4 a value is set where its node was not started"}},
        ErrorCase{"code_without_its_blank", "#@return 1\na: 1\n", {"KV233 1:1 `#@return` is not code"}},
        ErrorCase{"unclosed_text",
                  "#@yaml/text-templated-strings\na: x (@= 1\n",
                  {"KV233 2:6 expected `@)` to close this"}},
        ErrorCase{"documents_in_a_value",
                  "#@ def f():\n---\na: 1\n#@ end\n---\nb: #@ f()\n",
                  {"KV232 6:7 a set of documents cannot be a value; maps, arrays and scalars can"}},
        ErrorCase{
            "function_in_two_maps",
            "#@ def f():\na: 1\n---\nb: 1\n#@ end\n---\nc: #@ f()\n",
            {"KV233 3:1 the YAML of one function must be in one map, one array or one set of documents"}},
        ErrorCase{
            "content_of_a_document_left_out",
            "#@ if False:\n---\na: 1\n#@ end\nb: 2\n",
            {"KV233 5:1 a map item is not allowed in a set of documents: its parent node was not reached"}},
        ErrorCase{"content_of_a_document_of_no_turn",
                  "#@ for i in []:\n---\n- a\n#@ end\n- b\n",
                  {"KV233 5:1 an array item is not allowed in a set of documents: its parent node was not "
                   "reached"}},
        ErrorCase{
            "content_of_a_document_of_a_function",
            "#@ def f():\n---\na: 1\n#@ end\nb: 2\n",
            {"KV233 5:1 a map item is not allowed in a set of documents: its parent node was not reached"}},
        ErrorCase{"replace_by_something_else",
                  "#@ load('@ytt:template', 'template')\n_: #@ template.replace([1])\n",
                  {"KV232 2:7 template.replace: expected value to be map, but was list"}}),
    [](const testing::TestParamInfo<ErrorCase>& given) { return std::string(given.param.name); });

TEST(Errors, RepeatedKeys) {
  Project project(Files{{"t.yml", "a: #@ 1\nb: 2\na: 3\n"}});
  EXPECT_FALSE(project.Run("t.yml").ok);
  EXPECT_THAT(
      project.Messages(),
      ElementsAre("KV110 3:1 expected key 'a' to not be specified again (unless 'yaml/map-key-override' "
                  "annotation is added)"));
}

TEST(InterpreterOptions, RelaxCommentsAndKeys) {
  Project project(Files{{"t.yml", "# x\na: #@ 1\na: 2\n"}});
  project.options = {true, true};
  EXPECT_EQ(Write(project.Run("t.yml"), project.annotations), "{a: 2}")
      << testing::PrintToString(project.Messages());
}

// Expanding an alias also detects repeated keys of its anchor. kval reports them once, at the anchor.
TEST(Errors, RepeatedKeysAfterAnAlias) {
  Project project(Files{{"t.yml", "#@ if False:\na: &x {b: 1, b: 2}\n#@ end\nc: [*x, *x]\n"}});
  EXPECT_FALSE(project.Run("t.yml").ok);
  EXPECT_THAT(
      project.Messages(),
      ElementsAre("KV110 2:14 expected key 'b' to not be specified again (unless 'yaml/map-key-override' "
                  "annotation is added)"));
}

TEST(InterpreterOptions, KeysOfContentWithoutCodeAreOverriddenToo) {
  Project project(Files{{"t.yml",
                         "#@ def f():\na: 1\nb: 2\na: 3\n#@ end\n"
                         "c: &x {d: 1, e: [{f: 1, f: 2}], d: 3}\ng: *x\nh: {<<: *x, e: 1}\ni: #@ f()\n"
                         "---\na: 1\na: 2\n"}});
  project.options = {true, true};
  EXPECT_EQ(Write(project.Run("t.yml"), project.annotations),
            "{c: {e: [{f: 2}], d: 3}, g: {e: [{f: 2}], d: 3}, h: {d: 3, e: 1}, i: {b: 2, a: 3}} --- {a: 2}")
      << testing::PrintToString(project.Messages());
}

TEST(Templates, NodesKeepTheirPlaceAndComputedValuesHaveTheirExpressions) {
  Project project(Files{{"t.yml", "a: {b: 1}\nc: #@ 1 + 1\n"}});
  const Output output = project.Run("t.yml");
  const value::Value& root = *output.documents.at(0).root;
  EXPECT_EQ(project.sources.Text(root.entries()[0].value->span), "{b: 1}");
  EXPECT_EQ(project.sources.Text(root.entries()[1].value->span), "1 + 1");
  EXPECT_EQ(project.sources.Text(root.entries()[1].key->span), "c");
}

TEST(Templates, WarnOfAnnotationsWithoutEffect) {
  Project project(Files{{"t.yml", "a: 1\n#@a/b\n"}});
  EXPECT_TRUE(project.Run("t.yml").ok);
  EXPECT_THAT(project.Messages(), ElementsAre("KV200 2:1 the annotation `@a/b` comes after the last node"));
}

TEST(Templates, ArgumentsHavePlaces) {
  Project project(Files{{"t.yml", "#@a/b 1, x=[2]\nk: 1\n"}});
  const Output output = project.Run("t.yml");
  const Annotation& annotation =
      *project.annotations.Find(output.documents.at(0).root->entries()[0].key, "a/b");
  EXPECT_EQ(project.sources.Text(annotation.span), "@a/b 1, x=[2]");
  EXPECT_EQ(project.sources.Text(annotation.name_span), "a/b");
  EXPECT_EQ(project.sources.Text(annotation.arguments[0].span), "1");
  EXPECT_EQ(project.sources.Text(annotation.arguments[1].span), "[2]");
}

TEST(Text, Templates) {
  const std::pair<const char*, const char*> cases[] = {
      {"plain", "plain"},
      {"", ""},
      {"a(@= 'b' @)c", "abc"},
      {"a (@-= 'b' -@) c", "abc"},
      {"(@ for i in range(2): -@)\nx(@= str(i) @)\n(@ end @)", "x0\nx1\n"},
      {"(@ if False: @)a(@ else: @)b(@ end @)", "b"},
      {"(@ def f(x): @)<(@= x @)>(@ end @)(@= f('a') @)", "<a>"},
      {"(@@)(@ @)(@\n\n@)x", "x"},
      {"(@--@)\n\ncon (@--@) tent\n\n(@--@)", "content"},
      {"(@ # comment @)x", "x"},
  };
  for (const auto& [text, expected] : cases) {
    Project project(Files{{"t.txt", text}});
    const Output output = project.Run("t.txt");
    EXPECT_TRUE(output.ok) << text << testing::PrintToString(project.Messages());
    EXPECT_EQ(output.text, expected) << text;
  }
}

TEST(Text, Errors) {
  const std::pair<const char*, const char*> cases[] = {
      {"a\n (@ x", "KV233 2:2 expected `@)` to close this"},
      {"a @)", "KV233 1:3 unexpected `@)`: no code is open"},
      {"(@ a (@ b @)", "KV233 1:6 unexpected `(@` inside of code"},
      {"a\n(@= y @)", "KV231 2:5 undefined: y"},
      {"(@= 1 @)",
       "KV232 1:4 cannot set non-string value (int), consider using str(...) to convert to string"},
  };
  for (const auto& [text, expected] : cases) {
    Project project(Files{{"t.txt", text}});
    EXPECT_FALSE(project.Run("t.txt").ok);
    EXPECT_THAT(project.Messages(), ElementsAre(expected)) << text;
  }
}

TEST(Load, StarlarkYamlAndText) {
  Project project(
      Files{{"t.yml",
             "#@ load('a.star', 'f')\n#@ load('b.lib.yml', 'g')\n#@ load('c.lib.txt', h='k')\na: #@ "
             "f(1)\nb: #@ g(2)\nc: #@ h()\n"},
            {"a.star", "def f(x):\n  return x + 1\nend\n"},
            {"b.lib.yml", "#@ def g(x):\ny: #@ x\n#@ end\n"},
            {"c.lib.txt", "(@ def k(): @)text(@ end @)"}});
  EXPECT_EQ(Write(project.Run("t.yml"), project.annotations), "{a: 2, b: {y: 2}, c: text}")
      << testing::PrintToString(project.Messages());
}

TEST(Load, RefusesCycles) {
  Project project(Files{{"t.yml", "#@ load('a.star', 'f')\na: #@ f\n"},
                        {"a.star", "load('b.star', 'g')\nf = g\n"},
                        {"b.star", "load('a.star', 'f')\ng = f\n"}});
  EXPECT_FALSE(project.Run("t.yml").ok);
  EXPECT_FALSE(project.Messages().empty());
}

TEST(Load, WithoutSuchAFile) {
  Project project(Files{{"t.yml", "#@ load('x.star', 'f')\na: #@ f\n"}});
  EXPECT_FALSE(project.Run("t.yml").ok);
  EXPECT_EQ(project.Messages().size(), 1u);
}

TEST(AnnotationTable, LastOneCountsAndCopiesReplace) {
  Arena arena;
  value::Builder builder(&arena);
  const value::Value* a = builder.Null();
  const value::Value* b = builder.Null();
  AnnotationTable table;
  table.Add(a, {"x/y", {1, 2}, {}, {}});
  table.Add(a, {"x/y", {3, 4}, {}, {}});
  table.Add(b, {"z/z", {}, {}, {}});
  EXPECT_EQ(table.Find(a, "x/y")->name_span.begin, 3u);
  table.Copy(a, b);
  EXPECT_FALSE(table.Has(b, "z/z"));
  EXPECT_EQ(table.Of(b).size(), 2u);
  table.Copy(builder.Null(), b);
  EXPECT_TRUE(table.Of(b).empty());
}

}  // namespace
}  // namespace kval::templating
