#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "schemas/kcl/docstring_writer.h"
#include "schemas/kcl/source_formatting.h"
#include "src/value/builder.h"
#include "tests/schemas/conversion.h"

namespace kval {
namespace {

using schemas::kcl::AttributeName;
using schemas::kcl::FitsDocstring;
using schemas::kcl::KclPattern;
using schemas::kcl::KclString;
using schemas::kcl::SchemaName;
using schemas::kcl::SchemaNameOfOne;
using testing::Compiled;
using testing::CompileText;
using testing::Convert;
using testing::Converted;
using testing::Language;

struct Case {
  std::string_view what;
  std::string_view schema;  // without the header
  std::string_view expected;
  size_t losses = 0;
};

std::string Program(std::string_view schema, size_t& losses) {
  Compiled compiled = CompileText(Language::kYtt, "#@data/values-schema\n---\n" + std::string(schema));
  EXPECT_TRUE(compiled.ok) << compiled.Findings() << schema;
  const Converted converted = Convert(compiled, Language::kKcl);
  losses = converted.losses;
  return converted.text;
}

constexpr Case kCases[] = {
    {"scalars", "a: 1\nb: x\nc: 1.0\nd: false\n",
     "schema Values:\n    a: int = 1\n    b: str = \"x\"\n    c: float = 1.0\n    d: bool = False\n"},
    {"an empty map and an array", "a: {}\nb:\n- 1\n",
     "schema Values:\n    a: A = {}\n    b: [int] = []\n\nschema A:\n    # no attributes\n"},
    {"required: null by default and refused", "#@schema/nullable\n#@schema/validation not_null=True\na: 1\n",
     "schema Values:\n    a: int\n"},
    {"a rule about what may be null: short where nothing else is let pass",
     "#@schema/nullable\n#@schema/validation max=9\na: 1\n",
     "schema Values:\n    a?: int = None\n\n    check:\n        a <= 9 if a\n"},
    {"a list of values is a type", "#@schema/validation one_of=[\"a\", \"b\"]\nx: a\n",
     "schema Values:\n    x: \"a\" | \"b\" = \"a\"\n"},
    {"a list of values that the default is not in is a rule", "#@schema/validation one_of=[1, 2]\nx: 3\n",
     "schema Values:\n    x: int = 3\n\n    check:\n        x in [1, 2]\n"},
    {"a list of values with a sign is a rule", "#@schema/validation one_of=[1, -2]\nx: 1\n",
     "schema Values:\n    x: int = 1\n\n    check:\n        x in [1, -2]\n"},
    {"messages", "#@schema/validation min=(1, \"at least one\")\nx: 3\n",
     "schema Values:\n    x: int = 3\n\n    check:\n        x >= 1, \"must be: at least one\"\n"},
    {"rules of items", "x:\n#@schema/validation min=1, max=9\n- 3\n",
     "schema Values:\n    x: [int] = []\n\n    check:\n        all item in x { 1 <= item <= 9 }\n"},
    {"rules of items of items", "x:\n- \n  #@schema/validation min_len=1\n  - a\n",
     "schema Values:\n    x: [[str]] = []\n\n    check:\n"
     "        all item in x { all item_ in item { len(item_) >= 1 } }\n"},
    {"further keys", "x:\n  a: 1\n  #@schema/key allowed=\"any\", missing_ok=True\n  _: b\n",
     "schema Values:\n    x: X = {}\n\nschema X:\n    [...str]: str\n    a: int = 1\n"},
    {"keys by name", "x:\n  #@schema/key allowed=\"a|b\", missing_ok=True\n  _: b\n",
     "schema Values:\n    x: {\"a\"|\"b\":str} = {}\n"},
};

TEST(KclWriterTest, Schemas) {
  for (const Case& test : kCases) {
    size_t losses = 0;
    const std::string text = Program(test.schema, losses);
    EXPECT_EQ(losses, test.losses) << test.what << "\n" << text;
    if (!test.expected.empty()) {
      EXPECT_EQ(text, test.expected) << test.what;
    }
  }
}

TEST(KclWriterTest, GuardsAreAsShortAsTheyCanBe) {
  size_t losses = 0;
  const std::string text = Program(
      "#@schema/nullable\n#@schema/validation max=9\na: 1\n#@schema/nullable\n#@schema/validation min=9\nb: "
      "1\n",
      losses);
  EXPECT_NE(text.find("a <= 9 if a\n"), std::string::npos) << text;
  EXPECT_NE(text.find("b >= 9 if b is not None\n"), std::string::npos) << text;
}

TEST(KclWriterTest, Names) {
  EXPECT_EQ(AttributeName("name"), "name");
  EXPECT_EQ(AttributeName("if"), "$if");
  EXPECT_EQ(AttributeName("type"), "type");
  EXPECT_EQ(AttributeName("a-b"), "\"a-b\"");
  EXPECT_EQ(AttributeName("${a}\\b"), "r\"${a}\\b\"");
  EXPECT_EQ(AttributeName("${a}\n"), std::nullopt);
  EXPECT_EQ(SchemaName("load_balancer"), "LoadBalancer");
  EXPECT_EQ(SchemaName("none"), "NoneSchema");
  EXPECT_EQ(SchemaName("protocol"), "ProtocolSchema");
  EXPECT_EQ(SchemaName("2nd"), "Schema2nd");
  EXPECT_EQ(SchemaNameOfOne("policies"), "Policy");
  EXPECT_EQ(SchemaNameOfOne("addresses"), "Address");
  EXPECT_EQ(SchemaNameOfOne("ports"), "Port");
  EXPECT_EQ(SchemaNameOfOne("status"), "StatusItem");
  EXPECT_EQ(SchemaNameOfOne("data"), "DataItem");
}

TEST(KclWriterTest, Strings) {
  EXPECT_EQ(KclString("a\n\"b\" \\ ${c} $d"), R"("a\n\"b\" \\ \u0024{c} $d")");
  // `\${` is safe only if all `$` begin `${name}`; otherwise kval writes `$` as \u0024 (KclString).
  EXPECT_EQ(KclString("${A}/${b_1}"), R"("\${A}/\${b_1}")");
  EXPECT_EQ(KclString("${"), R"("\u0024{")");
  EXPECT_EQ(KclString("${}"), R"("\u0024{}")");
  EXPECT_EQ(KclString("${a} $"), R"("\u0024{a} $")");
  EXPECT_EQ(KclString("\\${a}"), R"("\\\u0024{a}")");
  EXPECT_EQ(KclPattern(R"(^\d"$)"), R"(r'^\d"$')");
  EXPECT_EQ(KclPattern("'\""), R"("'\"")");
}

TEST(KclWriterTest, DocstringsHoldPlainParagraphs) {
  EXPECT_TRUE(FitsDocstring("One line, however long: " + std::string(200, 'x') + " and more."));
  for (std::string_view text : {"", "two\nlines", "a  b", "ends in \"", "a ${b}", "a \\ b", " a"}) {
    EXPECT_FALSE(FitsDocstring(text)) << text;
  }
}

}  // namespace
}  // namespace kval
