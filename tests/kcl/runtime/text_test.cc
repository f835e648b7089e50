#include "src/lang/kcl/runtime/text.h"

#include <gtest/gtest.h>

#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/dict_builder.h"
#include "tests/kcl/runtime/fake_runtime.h"

namespace kval::kcl::runtime {
namespace {

TEST(TextTest, FloatsHaveAPointAndNoExponent) {
  EXPECT_EQ(FloatText(1), "1.0");
  EXPECT_EQ(FloatText(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(FloatText(1e16), "10000000000000000.0");
  EXPECT_EQ(FloatText(1e-9), "0.000000001");
}

TEST(TextTest, KeysAndStringsInDictsAreQuoted) {
  Heap heap;
  DictBuilder builder(&heap);
  builder.Set("a", String(heap, "x"));
  builder.Set("it's", Bool(true));
  EXPECT_EQ(Text(builder.BuildValue()), "{'a': 'x', 'it's': True}");
  EXPECT_EQ(Text(MakeUnit(heap, 1048576, 1, "Mi")), "1Mi");
}

TEST(YamlTest, StringsAreQuotedWhereAReaderWouldMistakeThem) {
  struct Case {
    const char* text;
    const char* yaml;
  };
  const Case kCases[] = {
      {"plain", "plain"},
      {"a: b", "'a: b'"},
      {"", "''"},
      {"null", "'null'"},
      {"No", "'No'"},
      {"y", "'y'"},
      {"0x1F", "'0x1F'"},
      {"1e3", "'1e3'"},
      {"1_000", "'1_000'"},
      {"012", "'012'"},
      {"5m", "'5m'"},
      {"1:30", "'1:30'"},
      {"2020-01-01", "'2020-01-01'"},
      {" lead", "' lead'"},
      {"trail ", "'trail '"},
      {"a'b", "a'b"},
      {"'a", "'''a'"},
      {"-a", "'-a'"},
      {"- x", "'- x'"},
      {"#a", "'#a'"},
      {"x #y", "'x #y'"},
      {"tab\there", "\"tab\\there\""},
      {"x\x01", "\"x\\x01\""},
      {"multi\nline\n", "|\n  multi\n  line"},
      {"multi\nline", "|-\n  multi\n  line"},
      {" multi\nline", "|2-\n   multi\n  line"},
      {"line \nnext", "\"line \\nnext\""},
      {"a\r\nb", "\"a\\r\\nb\""},
  };
  for (const Case& c : kCases) {
    Heap heap;
    DictBuilder builder(&heap);
    builder.Set("k", String(heap, c.text));
    EXPECT_EQ(YamlText(builder.BuildValue()), "k: " + std::string(c.yaml) + "\n");
  }
}

TEST(YamlTest, ListsAreNotIndentedBelowTheirKey) {
  Heap heap;
  DictBuilder inner(&heap);
  inner.Set("b", Int(1));
  inner.Set("c", MakeList(heap, {}));
  Value nested[] = {Int(2), Int(3)};
  Value items[] = {inner.BuildValue(), MakeList(heap, nested), Undefined(), None()};
  DictBuilder outer(&heap);
  outer.Set("a", MakeList(heap, items));
  outer.Set("d", MakeDict(DictBuilder(&heap).Build()));
  EXPECT_EQ(YamlText(outer.BuildValue()), "a:\n- b: 1\n  c: []\n- - 2\n  - 3\n- null\nd: {}\n");
}

TEST(JsonTest, OptionsChooseWhatIsWritten) {
  Heap heap;
  DictBuilder builder(&heap);
  builder.Set("b", None());
  builder.Set("_a", Int(1));
  builder.Set("a", Float(1e16));
  Value value = builder.BuildValue();
  EXPECT_EQ(JsonText(value), "{\"b\": null, \"_a\": 1, \"a\": 1e+16}");
  EXPECT_EQ(JsonText(value, {.sort_keys = true, .ignore_private = true, .ignore_none = true}),
            "{\"a\": 1e+16}");
  EXPECT_EQ(JsonText(value, {.ignore_private = true, .ignore_none = true, .indent = 2}),
            "{\n  \"a\": 1e+16\n}");
}

TEST(CompareTest, NumbersAreEqualByValueAndBooleansAreNone) {
  FakeRuntime runtime;
  EXPECT_TRUE(Equal(runtime, Int(1), Float(1.0)));
  EXPECT_FALSE(Equal(runtime, Bool(true), Int(1)));
  EXPECT_TRUE(Compare(runtime, Ordering::kLess, Bool(true), Int(2)));
  Compare(runtime, Ordering::kLess, Int(1), String(runtime.heap(), "a"));
  EXPECT_EQ(runtime.TakeFailure(), "'<' not supported between instances of 'int' and 'str'");
}

TEST(CompareTest, EmptyValuesAreFalse) {
  Heap heap;
  for (const Value& value :
       {Undefined(), None(), Bool(false), Int(0), Float(0), String(heap, ""), MakeList(heap, {})}) {
    EXPECT_FALSE(IsTruthy(value)) << Text(value);
  }
  EXPECT_TRUE(IsTruthy(String(heap, "0")));
}

}  // namespace
}  // namespace kval::kcl::runtime
