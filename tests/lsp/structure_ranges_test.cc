#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/edit_results.h"
#include "src/lsp/structure/foldings.h"
#include "src/lsp/structure/occurrences.h"
#include "src/lsp/structure/path_references.h"
#include "src/lsp/structure/selections.h"
#include "src/lsp/structure/structure_results.h"

namespace kval::lsp {
namespace {

using testing::ElementsAre;
using Strings = std::vector<std::string>;

Strings Folded(std::string_view text, TextLanguage language = TextLanguage::kYaml) {
  Strings found;
  for (const Folding& folding : FindFoldings(text, language)) {
    const std::string kind = folding.kind == FoldingKind::kComment  ? " comment"
                             : folding.kind == FoldingKind::kRegion ? " region"
                                                                    : "";
    found.push_back(std::to_string(folding.first) + "-" + std::to_string(folding.last) + kind);
  }
  return found;
}

TEST(Foldings, EntriesItemsAndComments) {
  EXPECT_THAT(Folded("# a\n# b\nx:\n  y: 1\n\nlist:\n- a: 1\n  b: |\n    t\n    u\n- c: 1\nz: 1\n"),
              ElementsAre("0-1 comment", "2-3", "5-10", "6-9", "7-9"));
  EXPECT_THAT(Folded("---\na: 1\n\n---\nb: 1\n"), ElementsAre("0-1", "3-4"));
  EXPECT_THAT(Folded("# region x\na: 1\n# endregion\n"), ElementsAre("0-2 region"));
  EXPECT_THAT(Folded(""), ElementsAre());
}

TEST(Foldings, ClosingLinesStayVisible) {
  EXPECT_THAT(Folded("{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}\n"), ElementsAre("0-4", "1-2"));
  EXPECT_THAT(Folded("#@ def f():\n#@ if x:\na: 1\n#@ end\n#@ end\nb: 1\n"),
              ElementsAre("0-3 region", "1-2 region"));
}

TEST(Foldings, HalfTypedText) {
  EXPECT_THAT(Folded("a:\n  b:\n    c: [1\n  d: 2\n"), testing::Contains("0-3"));
  EXPECT_THAT(Folded("#@ if x:\na: 1\n"), ElementsAre()) << "the block has no end";
}

TEST(Foldings, CodeByIndentation) {
  EXPECT_THAT(Folded("schema A:\n    \"\"\"Doc.\"\"\"\n    a: int\n\n    check:\n        a > 0\n\na = A {\n  "
                     "  a = 1\n}\n",
                     TextLanguage::kKcl),
              ElementsAre("0-5", "4-5", "7-8"));
}

// The ranges around the `|`, as text.
Strings Selected(std::string text, TextLanguage language = TextLanguage::kYaml) {
  const size_t at = text.find('|');
  text.erase(at, 1);
  Strings found;
  const std::vector<std::vector<ByteRange>> selections = FindSelections(text, language, {at});
  for (const ByteRange range : selections.front()) {
    found.push_back(text.substr(range.begin, range.end - range.begin));
  }
  return found;
}

TEST(Selections, GrowFromScalarsToTheText) {
  EXPECT_THAT(Selected("a:\n- b: \"x|y\"\n  c: 1\n"),
              ElementsAre("xy", "\"xy\"", "b: \"xy\"", "b: \"xy\"\n  c: 1", "- b: \"xy\"\n  c: 1",
                          "a:\n- b: \"xy\"\n  c: 1", "a:\n- b: \"xy\"\n  c: 1\n"));
  EXPECT_THAT(Selected("a: &n\n  b|: 1\n"), ElementsAre("b", "b: 1", "a: &n\n  b: 1", "a: &n\n  b: 1\n"));
  EXPECT_THAT(Selected("a: 1 # x|\n"), ElementsAre("# x", "a: 1 # x\n"));
  EXPECT_THAT(Selected("|"), ElementsAre(""));
  EXPECT_THAT(Selected("a: [1, {b: |\n"), testing::Contains("a: [1, {b: \n"));
}

TEST(Selections, CodeByIndentation) {
  EXPECT_THAT(Selected("schema A:\n    check:\n        a| > 0\n", TextLanguage::kKcl),
              ElementsAre("a > 0", "check:\n        a > 0", "schema A:\n    check:\n        a > 0",
                          "schema A:\n    check:\n        a > 0\n"));
}

// The offsets of highlights, and `w` for writes and `r` for reads.
Strings Highlighted(std::string text) {
  const size_t at = text.find('|');
  text.erase(at, 1);
  Strings found;
  for (const Occurrence& occurrence : FindOccurrences(TextTree(text), at)) {
    found.push_back(std::to_string(occurrence.range.begin) + "-" + std::to_string(occurrence.range.end) +
                    (occurrence.kind == OccurrenceKind::kWrite  ? "w"
                     : occurrence.kind == OccurrenceKind::kRead ? "r"
                                                                : ""));
  }
  return found;
}

TEST(Occurrences, AnchorsAndAliases) {
  EXPECT_THAT(Highlighted("a: &x| 1\nb: *x\nc: *y\n"), ElementsAre("4-5w", "12-13r"));
  EXPECT_THAT(Highlighted("a: &x 1\nb: *|x\nc: &x 2\nd: *x\n"), ElementsAre("4-5w", "12-13r"));
  EXPECT_THAT(Highlighted("a: &x 1\nb: *x\nc: &x| 2\nd: *x\n"), ElementsAre("18-19w", "26-27r"));
  EXPECT_THAT(Highlighted("a: &x 1\n---\nb: *x|\n"), ElementsAre("16-17r")) << "anchors are of one document";
}

TEST(Occurrences, KeysWithTheSamePath) {
  EXPECT_THAT(Highlighted("l:\n- n|ame: a\n- name: b\n  x: {name: c}\nname: d\n"),
              ElementsAre("5-9", "15-19"));
  EXPECT_THAT(Highlighted("a: |b\n"), ElementsAre()) << "a value";
  EXPECT_THAT(Highlighted("|: b\n"), ElementsAre());
}

Strings References(const std::string& text, std::string_view name,
                   TextLanguage language = TextLanguage::kYaml) {
  Strings found;
  for (const PathReference& reference : FindPathReferences(text, language, name)) {
    found.push_back(text.substr(reference.range.begin, reference.range.end - reference.range.begin) + " -> " +
                    reference.path + (reference.fragment.empty() ? "" : "#" + reference.fragment));
  }
  return found;
}

TEST(PathReferences, SchemasAndLoads) {
  EXPECT_THAT(
      References("# yaml-language-server: $schema=../s.json\na: 1\n---\n# kval: schema=t.yml x\nb: 1\n",
                 "a.yml"),
      ElementsAre("../s.json -> ../s.json", "t.yml -> t.yml"));
  EXPECT_THAT(
      References("# yaml-language-server: $schema=https://x.org/y.json\n# see kval: schema=a\n", "a.yml"),
      ElementsAre());
  EXPECT_THAT(References("{\"$schema\": \"http://json-schema.org/x\", \"a\": {\"$ref\": \"b.json#/d/e\"}, "
                         "\"c\": {\"$ref\": \"#/d\"}}",
                         "s.json"),
              ElementsAre("\"b.json#/d/e\" -> b.json#/d/e", "\"#/d\" -> #/d"));
  EXPECT_THAT(References("#@ load(\"@ytt:data\", \"data\")\n#@ load(\"lib/f.star\", \"f\")\n", "a.yml"),
              ElementsAre("lib/f.star -> lib/f.star"));
  EXPECT_THAT(References("load(\"f.star\", \"f\")\n", "a.star", TextLanguage::kStarlark),
              ElementsAre("f.star -> f.star"));
}

TEST(PathReferences, ChartsAndProjects) {
  EXPECT_THAT(References("dependencies:\n- {name: a, repository: file://../a}\n- repository: https://x\n",
                         "Chart.yaml"),
              ElementsAre("file://../a -> ../a"));
  EXPECT_THAT(References("sets:\n- schema: s.yml\n", ".kval.yaml"), ElementsAre("s.yml -> s.yml"));
  EXPECT_THAT(References("sets:\n- schema: s.yml\n", "other.yaml"), ElementsAre());
}

TEST(FindByPointer, DecodesNames) {
  const std::string text = "a/b:\n- {x~y: 1}\n- {\"\": 2, z w: 3}\n";
  const TextTree tree(text);
  const auto at = [&](std::string_view pointer) {
    const std::optional<size_t> node = FindByPointer(tree, pointer);
    return node ? tree.ContentOf(*node) : "none";
  };
  EXPECT_EQ(at("/a~1b/0/x~0y"), "1");
  EXPECT_EQ(at("/a~1b/1/"), "2");
  EXPECT_EQ(at("/a~1b/1/z%20w"), "3");
  EXPECT_EQ(at("/a~1b/2"), "none");
  EXPECT_EQ(at("/a~1b/x"), "none");
  EXPECT_EQ(at("anchor"), "none");
}

TEST(StructureResults, AreInTheProtocolsForm) {
  EXPECT_EQ(FoldingResult(FindFoldings("#\n#\na:\n  b: 1\n", TextLanguage::kYaml)),
            R"([{"startLine":0,"endLine":1,"kind":"comment"},{"startLine":2,"endLine":3}])");
  EXPECT_EQ(SelectionResult("a", FindSelections("a", TextLanguage::kKcl, {1})),
            R"([{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}}}])");
  const std::string text = "😀: &x 1\nb: *x";
  EXPECT_EQ(HighlightResult(text, FindOccurrences(TextTree(text), text.size())),
            R"([{"range":{"start":{"line":0,"character":5},"end":{"line":0,"character":6}},"kind":3},)"
            R"({"range":{"start":{"line":1,"character":4},"end":{"line":1,"character":5}},"kind":2}])");
}

TEST(EditResults, AreInTheProtocolsForm) {
  const std::vector<FileEdits> files = {{"file:///a", "3", "😀: 1", {{{0, 4}, "x"}}}};
  const std::string range = R"({"start":{"line":0,"character":0},"end":{"line":0,"character":2}})";
  EXPECT_EQ(LocationsResult(files), R"([{"uri":"file:///a","range":)" + range + "}]");
  EXPECT_EQ(WorkspaceEditResult(files, false),
            R"({"changes":{"file:///a":[{"range":)" + range + R"(,"newText":"x"}]}})");
  EXPECT_EQ(WorkspaceEditResult(files, true),
            R"({"documentChanges":[{"textDocument":{"uri":"file:///a","version":3},"edits":[{"range":)" +
                range + R"(,"newText":"x"}]}]})");
  EXPECT_EQ(RenameRangeResult("😀: 1", {0, 4}, "n"), R"({"range":)" + range + R"(,"placeholder":"n"})");
}

TEST(Foldings, OfManyFoldingsTheUpperLevelsAreLeft) {
  constexpr std::string_view kText = "a:\n  b:\n    c: 1\nd:\n  e: 1\n";
  const auto lines = [&](size_t most) {
    std::vector<uint32_t> first;
    for (const Folding& folding : FindFoldings(kText, TextLanguage::kYaml, most)) {
      first.push_back(folding.first);
    }
    return first;
  };
  EXPECT_THAT(lines(3), testing::ElementsAre(0, 1, 3));
  EXPECT_THAT(lines(2), testing::ElementsAre(0, 3));
  EXPECT_THAT(lines(1), testing::ElementsAre(0));
}

TEST(Selections, OfManyRangesTheInnermostAreLeft) {
  const std::string text = std::string(500, '[') + "x";
  const std::vector<ByteRange> ranges = FindSelections(text, TextLanguage::kYaml, {text.size()}).front();
  EXPECT_LE(ranges.size(), 200U);
  EXPECT_EQ(ranges.back(), (ByteRange{0, text.size()}));
}

TEST(Occurrences, CostIsLinearInEqualKeys) {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text += "{a: ";
  }
  text += "[";
  for (int i = 0; i < 50'000; ++i) {
    text += "{a: 1}, ";
  }
  text += "]" + std::string(300, '}');
  EXPECT_EQ(FindOccurrences(TextTree(text), text.find("a: 1")).size(), 50'000U);
}

}  // namespace
}  // namespace kval::lsp
