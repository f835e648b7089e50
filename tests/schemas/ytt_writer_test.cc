#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/ytt/starlark_text.h"
#include "tests/schemas/conversion.h"

namespace kval {
namespace {

using schemas::ytt::HasStarlarkText;
using schemas::ytt::StarlarkText;
using testing::Compiled;
using testing::CompileText;
using testing::Convert;
using testing::Converted;
using testing::Language;

struct Case {
  std::string_view what;
  std::string_view schema;    // of KCL
  std::string_view expected;  // from `---` on
  size_t losses = 0;
};

constexpr Case kCases[] = {
    {"scalars", "schema A:\n    a: int = 1\n    b: float = 1\n    c: float = 2.0\n",
     "---\na: 1\n\n#@schema/default 1\nb: 1.0\n\nc: 2.0\n"},
    {"required", "schema A:\n    a: int\n",
     "---\n#@schema/nullable\n#@schema/validation not_null=True\na: 0\n"},
    {"optional", "schema A:\n    a?: str\n",
     "---\n#@schema/nullable\n#@schema/key missing_ok=True\na: \"\"\n"},
    {"a union", "schema A:\n    a: int | str = 1\n",
     "---\n#@schema/type one_of=[\"int\", \"string\"]\na: 1\n"},
    {"a union with an array", "schema A:\n    a: [str] | int = 1\n",
     "---\n#@schema/type one_of=[\"int\"], or_inferred=True\n#@schema/default 1\na:\n- \"\"\n"},
    {"bounds of one kind are one", "schema A:\n    a: int = 5\n\n    check:\n        a >= 1\n        a > 3\n",
     "---\n#@schema/validation min=4\na: 5\n"},
    {"the second pattern",
     "import regex\n\nschema A:\n    a: str = \"\"\n\n    check:\n        regex.match(a, \"x\")\n"
     "        regex.match(a, \"y\")\n",
     "---\n#@schema/validation regexp=\"x\"\n#@schema/validate regexp=\"y\"\na: \"\"\n"},
    {"a check line over several attributes",
     "schema A:\n    low: int = 1\n    high: int = 2\n\n    check:\n        low <= high if high, \"low "
     "first\"\n",
     "#@schema/validation (\"low first\", lambda v: not v[\"high\"] or v[\"low\"] <= "
     "v[\"high\"])\n---\nlow: 1\nhigh: 2\n"},
    {"a computed attribute", "schema A:\n    a: int = 1\n    b: int = a + 1\n",
     "---\na: 1\n\n#! not carried over: the computed default `a + 1`\n#@schema/nullable\nb: 0\n", 1},
    {"a recursive schema", "schema A:\n    next?: A\n",
     "---\n#@schema/nullable\n#@schema/key missing_ok=True\nnext:\n"
     "  #! not carried over: a type that contains itself\n  #@schema/type any=True\n"
     "  #@schema/key missing_ok=True\n  next: null\n",
     1},
};

TEST(YttWriterTest, Schemas) {
  for (const Case& test : kCases) {
    Compiled compiled = CompileText(Language::kKcl, std::string(test.schema));
    ASSERT_TRUE(compiled.ok) << compiled.Findings() << test.schema;
    const Converted converted = Convert(compiled, Language::kYtt);
    constexpr std::string_view kHeader = "#@data/values-schema\n";
    const size_t begin = converted.text.find(kHeader);
    ASSERT_NE(begin, std::string::npos);
    EXPECT_EQ(converted.text.substr(begin + kHeader.size()), test.expected) << test.what;
    EXPECT_EQ(converted.losses, test.losses) << test.what;
  }
}

TEST(YttWriterTest, ExtensionsAreNamedAtTheTop) {
  Compiled compiled = CompileText(Language::kKcl, "schema A:\n    a?: str\n");
  EXPECT_TRUE(Convert(compiled, Language::kYtt)
                  .text.starts_with("#! supported by kval, not by ytt: `@schema/key`\n"));
  Compiled plain = CompileText(Language::kKcl, "schema A:\n    a: int\n");
  EXPECT_TRUE(Convert(plain, Language::kYtt).text.starts_with("#@data/values-schema\n"));
}

TEST(YttWriterTest, StringsOfStarlark) {
  EXPECT_EQ(schemas::ytt::StarlarkString("a\n\"b\" \\ \x01"), R"("a\n\"b\" \\ \x01")");
}

TEST(YttWriterTest, ValuesThatStarlarkHasNoExpressionFor) {
  Arena arena;
  value::Builder build(&arena);
  using Row = std::vector<std::pair<const value::Value*, const value::Value*>>;
  const auto map_of = [&](const Row& row) {
    std::vector<value::Entry> entries;
    for (const auto& [key, value] : row) {
      entries.push_back({.key = key, .value = value});
    }
    return build.Mapping(entries);
  };
  const auto list_of = [&](std::vector<const value::Value*> items) { return build.Sequence(items); };
  const value::Value* one = build.Int(1);
  const value::Value* map = map_of({{build.String("a"), one}});
  const value::Value* deep = one;
  for (int i = 0; i < 2000; ++i) {
    deep = list_of({deep});
  }

  EXPECT_TRUE(HasStarlarkText(*map_of({{one, one}, {build.String("1"), one}})));
  EXPECT_FALSE(HasStarlarkText(*map_of({{map, one}})));
  EXPECT_FALSE(HasStarlarkText(*map_of({{list_of({map}), one}})));
  EXPECT_FALSE(HasStarlarkText(*map_of({{one, one}, {build.Float(1.0), one}})));
  EXPECT_FALSE(HasStarlarkText(*list_of({map_of({{map, one}})})));
  EXPECT_FALSE(HasStarlarkText(*deep));

  const value::Value* tuples = map_of({{list_of({one}), list_of({one})}, {list_of({one, list_of({})}), map}});
  ASSERT_TRUE(HasStarlarkText(*tuples));
  EXPECT_EQ(StarlarkText(*tuples), R"({(1,): [1], (1, ()): {"a": 1}})");
}

}  // namespace
}  // namespace kval
