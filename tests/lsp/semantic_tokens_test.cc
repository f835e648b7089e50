#include "src/lsp/structure/semantic_tokens.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace kval::lsp {
namespace {

constexpr std::array<std::string_view, 13> kNames = {
    "namespace", "type",    "class",   "parameter", "variable", "property", "function",
    "method",    "keyword", "comment", "string",    "number",   "decorator"};

// The tokens as `text:type`, declarations with `!`.
std::string TokensOf(std::string_view text, TextLanguage language, ByteRange range) {
  std::string all;
  for (const SemanticToken& token : FindSemanticTokens(text, language, range)) {
    all += (all.empty() ? "" : " ") +
           std::string(text.substr(token.range.begin, token.range.end - token.range.begin)) + ":" +
           std::string(kNames.at(static_cast<size_t>(token.type))) + (token.is_declaration ? "!" : "");
  }
  return all;
}

std::string TokensOf(std::string_view text, TextLanguage language = TextLanguage::kYaml) {
  return TokensOf(text, language, {0, text.size()});
}

TEST(FindSemanticTokens, AnnotationsOfYaml) {
  EXPECT_EQ(TokensOf("#@schema/type any=True\na: 1\n"), "@schema/type:decorator any:parameter True:keyword");
  EXPECT_EQ(TokensOf("#@data/values-schema\n---\na: '#@x'\n#! note\n# note\n"),
            "@data/values-schema:decorator");
}

TEST(FindSemanticTokens, CodeOfTemplates) {
  EXPECT_EQ(TokensOf("#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.b\n"),
            "#@:keyword load:keyword \"@ytt:data\":string \"data\":string #@:keyword data:namespace "
            "values:property b:property");
  EXPECT_EQ(TokensOf("#@ def f(x, y=1):\na: #@ x.upper(k=2)\n#@ end\n"),
            "#@:keyword def:keyword f:function! x:parameter! y:parameter! 1:number #@:keyword x:variable "
            "upper:method k:parameter 2:number #@:keyword end:keyword");
  EXPECT_EQ(TokensOf("#@yaml/text-templated-strings\na: x(@= f(1) @)y\n"),
            "@yaml/text-templated-strings:decorator f:function 1:number");
}

TEST(FindSemanticTokens, Starlark) {
  EXPECT_EQ(
      TokensOf("# c\ndef f(a):\n  return r'x' + a\nend\nb = f(1)\n", TextLanguage::kStarlark),
      "# c:comment def:keyword f:function! a:parameter! return:keyword r'x':string a:variable end:keyword "
      "b:variable! f:function 1:number");
}

TEST(FindSemanticTokens, Kcl) {
  EXPECT_EQ(TokensOf("import k8s.api as k\nschema App(Base):\n    name: str\n    port?: k.Port = 80\n",
                     TextLanguage::kKcl),
            "import:keyword k8s:namespace api:namespace as:keyword k:namespace schema:keyword App:class! "
            "Base:class name:property! str:type port:property! k:namespace Port:class 80:number");
  EXPECT_EQ(
      TokensOf("a = App {name = \"x\", port: {b: f(c=1)}}\n@info(x)\n", TextLanguage::kKcl),
      "a:variable! App:class name:property \"x\":string port:property b:property f:function c:parameter "
      "1:number info:decorator x:variable");
  EXPECT_EQ(TokensOf("x = all y in z { y > 0 }\n", TextLanguage::kKcl),
            "x:variable! all:keyword y:variable in:keyword z:variable y:variable 0:number");
}

TEST(FindSemanticTokens, StringsOfSeveralLines) {
  EXPECT_EQ(TokensOf("a = \"\"\"x\n\ny\"\"\"\n", TextLanguage::kKcl),
            "a:variable! \"\"\"x:string y\"\"\":string");
  EXPECT_EQ(TokensOf("a = \"x\nb = 1\n", TextLanguage::kKcl), "a:variable! \"x:string b:variable! 1:number");
}

TEST(FindSemanticTokens, ARange) {
  EXPECT_EQ(TokensOf("a = 1\nb = 2\nc = 3\n", TextLanguage::kKcl, {6, 11}), "b:variable! 2:number");
  EXPECT_EQ(TokensOf("a: 1 #@ x\nb: 1 #@ y\n", TextLanguage::kYaml, {10, 19}), "#@:keyword y:variable");
}

TEST(SemanticTokensResult, PositionsAreRelative) {
  const std::string text = "é = 1\nb = \"😀\"\n";
  const std::vector<SemanticToken> tokens = FindSemanticTokens(text, TextLanguage::kKcl, {0, text.size()});
  EXPECT_EQ(SemanticTokensResult(text, tokens, false),
            R"({"data":[0,0,1,4,1,0,4,1,11,0,1,0,1,4,1,0,4,4,10,0]})");
  EXPECT_EQ(SemanticTokensResult(text, tokens, true),
            R"({"data":[0,0,2,4,1,0,5,1,11,0,1,0,1,4,1,0,4,6,10,0]})");
}

}  // namespace
}  // namespace kval::lsp
