#include <string>
#include <vector>

#include "annotations/overlay/apply.h"
#include "annotations/overlay/module.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/templating/project.h"

namespace kval::annotations {
namespace {

using templating::Files;
using templating::Output;
using templating::Project;

// Two YAML documents; Overlay() merges `right` over `left`.
struct Pair {
  Pair(const char* left, const char* right) : project(Files{{"left.yml", left}, {"right.yml", right}}) {
    project.modules.emplace("overlay", starlark::Value(MakeOverlayModule(context())));
  }
  OverlayContext context() {
    return {&project.interpreter, &project.builder, &project.annotations, &project.emit};
  }
  std::string Overlay() {
    const Output left = project.Run("left.yml");
    const Output right = project.Run("right.yml");
    if (!left.ok || !right.ok) {
      return "not run";
    }
    Output merged;
    const DocumentAfterOverlays result =
        annotations::Overlay(left.documents[0], right.documents[0], merge::Defaults::kAnnotated, context());
    ok = result.ok;
    merged.documents.push_back(result.document);
    return templating::Write(merged, project.annotations);
  }

  Project project;
  bool ok = false;
};

struct Case {
  const char* name;
  const char* left;
  const char* right;
  const char* merged;
};

class Overlays : public testing::TestWithParam<Case> {};

TEST_P(Overlays, FollowTheirAnnotations) {
  Pair pair(GetParam().left,
            (std::string("#@ load('@ytt:overlay', 'overlay')\n---\n") + GetParam().right).c_str());
  EXPECT_EQ(pair.Overlay(), GetParam().merged) << testing::PrintToString(pair.project.Messages());
  EXPECT_TRUE(pair.ok);
}

INSTANTIATE_TEST_SUITE_P(
    Annotations, Overlays,
    testing::Values(
        Case{"missing_ok", "a: 1\n", "#@overlay/match missing_ok=True\nb: 2\n",
             "{a: 1, @overlay/match(missing_ok=True) b: 2}"},
        Case{"expects_a_list", "a: 1\n", "#@overlay/match expects=[0, \"2+\", 1]\na: 2\n", "{a: 2}"},
        Case{"expects_a_number_with_a_sign", "a: 1\n", "#@overlay/match expects=\"+1+\"\na: 2\n", "{a: 2}"},
        Case{"expects_a_function", "a: 1\n", "#@overlay/match expects=lambda n: n == 1\na: 2\n", "{a: 2}"},
        Case{"when", "a: 1\n", "#@overlay/match when=0\na: 2\n", "{a: 1}"},
        Case{"child_defaults", "a: {}\n", "#@overlay/match-child-defaults missing_ok=True\na:\n  b: {c: 1}\n",
             "{a: {b: {c: 1}}}"},
        Case{"remove", "a: 1\nb: 2\n", "#@overlay/remove\na:\n", "{b: 2}"},
        Case{"replace_via", "a: 1\n", "#@overlay/replace via=lambda l, r: l + r\na: 10\n",
             "{@overlay/replace(via=<function lambda>) a: 11}"},
        Case{
            "replace_via_or_add", "{}\n",
            "#@overlay/match missing_ok=True\n#@overlay/replace via=lambda l, r: [l, r], or_add=True\na: 1\n",
            "{@overlay/match(missing_ok=True) @overlay/replace(via=<function lambda>, or_add=True) a: [null, "
            "1]}"},
        Case{"items_by_key", "- {id: a, v: 1}\n- {id: b, v: 1}\n",
             "#@overlay/match by=\"id\"\n- id: b\n  v: 2\n", "[{id: a, v: 1}, {id: b, v: 2}]"},
        Case{"items_by_lambda", "[1, 2, 3]\n",
             "#@overlay/match by=lambda i, l, r: l > 1, expects=2\n#@overlay/remove\n- 0\n", "[1]"},
        Case{"items_by_index", "[1, 2]\n", "#@overlay/match by=overlay.index(0)\n- 5\n", "[5, 2]"},
        Case{"items_by_subset", "- {a: 1, b: 2}\n- {a: 2}\n",
             "#@overlay/match by=overlay.subset({\"a\": 1})\n- {b: 3}\n", "[{a: 1, b: 3}, {a: 2}]"},
        Case{"items_by_map_key", "- {id: a, v: 1}\n",
             "#@overlay/match by=overlay.map_key(\"id\")\n- {id: a, v: 2}\n", "[{id: a, v: 2}]"},
        Case{"map_items_by_all", "{a: {v: 1}, b: {v: 1}}\n",
             "#@overlay/match by=overlay.all, expects=2\n_: {v: 2}\n", "{a: {v: 2}, b: {v: 2}}"},
        Case{"logic", "[1, 2, 3, 4]\n",
             "#@ one = overlay.index(0)\n#@ two = overlay.index(1)\n#@overlay/match "
             "by=overlay.and_op(overlay.all, overlay.not_op(overlay.or_op(one, two))), "
             "expects=2\n#@overlay/remove\n- 0\n",
             "[1, 2]"},
        Case{"insert", "[1]\n",
             "#@overlay/match by=overlay.index(0)\n#@overlay/insert before=True, via=lambda l, r: [l, r]\n- "
             "0\n",
             "[@overlay/match(by=<built-in function overlay.index>) @overlay/insert(before=True, "
             "via=<function lambda>) [1, 0], 1]"},
        Case{"assert_holds", "a: 1\n", "#@overlay/assert via=lambda l, r: l < r\na: 2\n", "{a: 1}"},
        Case{"left_annotations_stay", "#@x/y 1\na: 1\nb:\n#@x/z\n- {c: 1}\n",
             "a: 2\nb:\n#@overlay/match by=overlay.index(0)\n- c: 2\n", "{@x/y(1) a: 2, b: [@x/z() {c: 2}]}"},
        Case{"replace_takes_the_right_annotations", "#@x/y 1\na: 1\n", "#@x/y 2\n#@overlay/replace\na: 2\n",
             "{@x/y(2) @overlay/replace() a: 2}"}),
    [](const testing::TestParamInfo<Case>& given) { return std::string(given.param.name); });

struct ErrorCase {
  const char* name;
  const char* left;
  const char* right;
  std::vector<std::string> messages;
};

class Errors : public testing::TestWithParam<ErrorCase> {};

TEST_P(Errors, AreReportedAtTheAnnotation) {
  Pair pair(GetParam().left, GetParam().right);
  pair.Overlay();
  EXPECT_FALSE(pair.ok);
  EXPECT_THAT(pair.project.Messages(), testing::ElementsAreArray(GetParam().messages));
}

INSTANTIATE_TEST_SUITE_P(
    Annotations, Errors,
    testing::Values(
        ErrorCase{"two_operations",
                  "a: 1\n",
                  "#@overlay/replace\n#@overlay/remove\na: 2\n",
                  {"KV203 1:2 `@overlay/remove` and `@overlay/replace` are on the same node, but only one "
                   "operation is "
                   "allowed"}},
        ErrorCase{"two_counts",
                  "a: 1\n",
                  "#@overlay/match missing_ok=True, expects=1\na: 2\n",
                  {"KV201 1:28 `expects` and `missing_ok` are mutually exclusive"}},
        ErrorCase{"odd_count",
                  "a: 1\n",
                  "#@overlay/match expects=\"many\"\na: 2\n",
                  {"KV201 1:25 expected a number of matches: 1, \"1+\", a list of these, or a function"}},
        ErrorCase{"insert_without_place",
                  "[1]\n",
                  "#@overlay/match by=lambda i, l, r: True\n#@overlay/insert\n- 1\n",
                  {"KV201 2:2 `@overlay/insert` requires `before=True` or `after=True`"}},
        ErrorCase{"failing_function",
                  "[1]\n",
                  "#@overlay/match by=lambda i, l, r: l[\"x\"]\n- 1\n",
                  {"KV232 1:36 unhandled index operation int[string]"}},
        ErrorCase{"no_bool",
                  "[1]\n",
                  "#@overlay/match by=lambda i, l, r: 5\n- 1\n",
                  {"KV605 1:20 `by` must return True or False, it returned int"}},
        ErrorCase{"assertion",
                  "a: 1\n",
                  "#@overlay/assert via=lambda l, r: (l > r, \"too small\")\na: 2\n",
                  {"KV606 2:1 the assertion of the overlay failed: too small"}},
        ErrorCase{"all_at_once",
                  "a: 1\nb: x\n",
                  "c: 1\nb: {d: 1}\n",
                  {"KV604 1:1 expected to match exactly 1 map item with key `c`, but found 0",
                   "KV602 2:1 expected map to merge into, found string"}}),
    [](const testing::TestParamInfo<ErrorCase>& given) { return std::string(given.param.name); });

TEST(Overlays, WarnOfUnknownAnnotations) {
  Pair pair("a: 1\n", "#@overlay/mtach missing_ok=True\na: 2\n");
  EXPECT_EQ(pair.Overlay(), "{a: 2}");
  EXPECT_THAT(pair.project.Messages(), testing::ElementsAre("KV200 1:3 unknown annotation `@overlay/mtach`"));
  EXPECT_EQ(pair.project.Hint(), "did you mean `@overlay/match`?");
}

TEST(OverlayApply, MergesFragmentsAndDocumentSets) {
  const std::pair<const char*, const char*> cases[] = {
      {"a: #@ overlay.apply({'x': {'y': 1}}, {'x': {'y': 2}})\n", "{a: {x: {y: 2}}}"},
      {"#@ def l():\nx: 1\n#@ end\n#@ def r():\n#@overlay/match missing_ok=True\nz: 2\n#@ end\na: #@ "
       "overlay.apply(l(), r())[\"z\"]\n",
       "{a: 2}"},
      {"#@ load('@ytt:template', 'template')\n#@ def/end l():\n---\nx: 1\n#@ def/end r():\n#@overlay/match "
       "by=overlay.all\n---\nx: 2\n--- #@ template.replace(overlay.apply(l(), r()))\n",
       "{x: 2}"},
      {"#@ load('@ytt:template', 'template')\n#@ def/end l():\n---\nx: 1\n#@ def/end "
       "r():\n#@overlay/append\n---\nx: 2\n--- #@ template.replace(overlay.apply(l(), r()))\n",
       "{x: 1} --- {x: 2}"},
  };
  for (const auto& [text, written] : cases) {
    Pair pair("", (std::string("#@ load('@ytt:overlay', 'overlay')\n") + text).c_str());
    const Output output = pair.project.Run("right.yml");
    EXPECT_EQ(templating::Write(output, pair.project.annotations), written)
        << text << testing::PrintToString(pair.project.Messages());
  }
}

TEST(OverlayApply, FailsWithThePlaceInTheOverlay) {
  Pair pair("",
            "#@ load('@ytt:overlay', 'overlay')\n#@ def r():\nx:\n  y: 2\n#@ end\na: #@ overlay.apply({'x': "
            "{}}, r())\n");
  EXPECT_FALSE(pair.project.Run("right.yml").ok);
  EXPECT_THAT(pair.project.Messages(),
              testing::ElementsAre(
                  "KV604 4:3 overlay.apply: expected to match exactly 1 map item with key `y`, but found 0"));
}

TEST(OverlayAll, MatchesDocumentsByTheirAnnotations) {
  Pair pair(
      "---\nkind: A\nv: 1\n---\nkind: B\nv: 1\n",
      "#@ load('@ytt:overlay', 'overlay')\n#@overlay/match by=overlay.subset({'kind': 'B'})\n---\nv: 2\n"
      "#@overlay/match by=overlay.all, expects=2\n#@overlay/match-child-defaults missing_ok=True\n---\nw: "
      "3\n");
  const Output left = pair.project.Run("left.yml");
  const Output right = pair.project.Run("right.yml");
  ASSERT_TRUE(right.ok) << testing::PrintToString(pair.project.Messages());
  const SetAfterOverlays merged = OverlayAll(left.documents, {7, 8}, right.documents, pair.context());
  EXPECT_TRUE(merged.ok) << testing::PrintToString(pair.project.Messages());
  Output output;
  output.documents = merged.documents;
  EXPECT_EQ(templating::Write(output, pair.project.annotations),
            "{kind: A, v: 1, w: 3} --- {kind: B, v: 2, w: 3}");
  EXPECT_EQ(merged.groups, (std::vector<uint32_t>{7, 8}));
}

}  // namespace
}  // namespace kval::annotations
