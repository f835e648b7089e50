#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/structure/structure_results.h"
#include "src/lsp/structure/symbols.h"
#include "src/lsp/structure/text_tree.h"
#include "src/lsp/text_position.h"

namespace kval::lsp {
namespace {

using testing::ElementsAre;
using Strings = std::vector<std::string>;

// The names of symbols, indented by their depth, with details.
Strings Outline(std::string_view text, TextLanguage language = TextLanguage::kYaml) {
  Strings lines;
  for (const Symbol& symbol : FindSymbols(text, language, kMostSymbols)) {
    EXPECT_LE(symbol.range.end, text.size());
    EXPECT_TRUE(symbol.range.Contains(symbol.name_range)) << symbol.name;
    lines.push_back(std::string(symbol.depth, ' ') + symbol.name +
                    (symbol.detail.empty() ? "" : " | " + symbol.detail));
  }
  return lines;
}

TEST(Symbols, KeysAndItems) {
  EXPECT_THAT(Outline("a: 1\nb:\n  c: [x, y]\n  'd e': \"\"\nlist:\n- name: web\n  port: 1\n- id: 7\n- port: "
                      "2\n- [3]\n- \n"),
              ElementsAre("a | 1", "b", " c", "  x", "  y", " d e | \"\"", "list", " web", "  name | web",
                          "  port | 1", " 7", "  id | 7", " port: 2", "  port | 2", " [3]", "  3", " [4]"));
}

TEST(Symbols, ResourcesAreNamedByKindAndName) {
  EXPECT_THAT(Outline("apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n"),
              ElementsAre("Service web", " apiVersion | v1", " kind | Service", " metadata", "  name | web"));
  EXPECT_THAT(
      Outline("kind: List\nmetadata: {}\nitems:\n- kind: Pod\n  metadata: {name: a}\n---\nx: 1\n---\n"),
      ElementsAre("List", " kind | List", " metadata", " items", "  Pod a", "   kind | Pod", "   metadata",
                  "    name | a", "document 2", " x | 1"));
}

TEST(Symbols, HalfTypedText) {
  EXPECT_THAT(Outline("a:\n  b: [1, {c: 2\nd: 3\n"), testing::IsSupersetOf({"a", " b", "d | 3"}));
  EXPECT_THAT(Outline("a: \"x\nb: 1\nc"), testing::Contains("a"));
  EXPECT_THAT(Outline("a:\n  b: {\n    "), ElementsAre("a", " b"));
  EXPECT_THAT(Outline("? [k]\n: v\n"), ElementsAre("[k] | v"));
  EXPECT_THAT(Outline(""), ElementsAre());
  EXPECT_THAT(Outline("x: *nothing\n\"\": 1\n"), ElementsAre("x | *nothing", "\"\" | 1"));
}

TEST(Symbols, FunctionsOfTemplates) {
  EXPECT_THAT(Outline("#@ load(\"@ytt:data\", \"data\")\n#@ def labels(name):\napp: #@ name\n#@ if x:\nb: "
                      "1\n#@ end\n#@ end\n---\n"
                      "c: #@ labels(\"x\")\n"),
              ElementsAre("labels | (name)", " document 1", "  app", "  b | 1", "document 2", " c"));
  EXPECT_THAT(Outline("def a(x):\n  def b():\n    pass\n  # c\n  return b\n\nd = 1\ndef e(): return 1\n",
                      TextLanguage::kStarlark),
              ElementsAre("a | (x)", " b | ()", "e | ()"));
}

TEST(Symbols, KclDeclarations) {
  EXPECT_THAT(
      Outline("schema App(Base):\n    name: str\n    labels?: {str:str} = {a = \"x\"}\n\napp = App {\n    "
              "name = \"x\"\n}\n"
              "f = lambda x: int { x }\ntype T = int | str\nif True:\n    y = 1\n",
              TextLanguage::kKcl),
      ElementsAre("App | Base", " name | str", " labels | {str:str}", "  a", "app", " name", "f", "T", "y"));
  EXPECT_THAT(Outline("schema App:\n    name: \n", TextLanguage::kKcl), testing::Contains("App"));
}

TEST(Symbols, OfManySymbolsTheUpperLevelsAreLeft) {
  const auto outline = [](std::string_view text, size_t most) {
    Strings names;
    for (const Symbol& symbol : FindSymbols(text, TextLanguage::kYaml, most)) {
      names.push_back(symbol.name);
    }
    return names;
  };
  constexpr std::string_view kNested = "a:\n  b: 1\n  c: {d: 2}\ne:\n  f: 3\n";
  EXPECT_THAT(outline(kNested, 5), ElementsAre("a", "b", "c", "e", "f"));
  EXPECT_THAT(outline(kNested, 4), ElementsAre("a", "b", "c", "e")) << "the first ones of the next level";
  EXPECT_THAT(outline(kNested, 1), ElementsAre("a"));
  EXPECT_THAT(outline("#@ def f():\na: {b: 1}\n#@ end\n", 2), ElementsAre("f", "a"));
  std::string deep;
  for (size_t i = 0; i < 500; ++i) {
    deep += "[";
  }
  EXPECT_LE(FindSymbols("a: " + deep, TextLanguage::kYaml, kMostSymbols).size(), kMostSymbolLevels);
}

TEST(Symbols, CostIsLinearInALine) {
  std::string line = "a: [";
  for (int i = 0; i < 300'000; ++i) {
    line += "{x: y}, ";
  }
  EXPECT_EQ(FindSymbols(line + "]\n", TextLanguage::kYaml, kMostSymbols).size(), kMostSymbols);
  std::string functions;
  for (int i = 0; i < 20'000; ++i) {
    functions += "#@ def f():\na: 1\n#@ end\n---\n";
  }
  EXPECT_EQ(FindSymbols(functions, TextLanguage::kYaml, kMostSymbols).size(), kMostSymbols);
}

TEST(Symbols, JsonIsNestedAndCountsUtf16) {
  const std::string text = "é😀: {b: 1}\n";
  EXPECT_EQ(
      DocumentSymbolResult(text, FindSymbols(text, TextLanguage::kYaml, kMostSymbols)),
      R"([{"name":"é😀","kind":19,"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":11}},)"
      R"("selectionRange":{"start":{"line":0,"character":0},"end":{"line":0,"character":3}},"children":[)"
      R"({"name":"b","detail":"1","kind":16,"range":{"start":{"line":0,"character":6},"end":{"line":0,"character":10}},)"
      R"("selectionRange":{"start":{"line":0,"character":6},"end":{"line":0,"character":7}}}]}])");
  const std::vector<Symbol> symbols = FindSymbols(text, TextLanguage::kYaml, kMostSymbols);
  const TextSymbols all{"file:///a", text, symbols};
  EXPECT_EQ(SymbolInformationResult({&all, 1}, "B", 1000),
            R"([{"name":"b","kind":16,"containerName":"é😀","location":{"uri":"file:///a",)"
            R"("range":{"start":{"line":0,"character":6},"end":{"line":0,"character":7}}}}])");
}

TEST(TextPositions, EqualPositionInLine) {
  const std::string text = "aé€😀z\r\nb\rc" + std::string(100, 'x') + "\n\nü" + std::string(70, 'y');
  const TextPositions positions(text);
  for (size_t at = 0; at <= text.size(); ++at) {
    if (at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) {
      EXPECT_EQ(ByteAt(text, positions.At(at)), text.substr(at > 0 ? at - 1 : 0, 2) == "\r\n" ? at - 1 : at);
    }
  }
}

}  // namespace
}  // namespace kval::lsp
