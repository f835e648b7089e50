#include "src/yaml/document.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/yaml/dump.h"

namespace kval::yaml {
namespace {

struct Case {
  const char* name;
  const char* text;
  const char* values;
};

class Values : public testing::TestWithParam<Case> {};

TEST_P(Values, AreRead) {
  const Reading reading(GetParam().text);
  EXPECT_EQ(reading.errors(), "");
  EXPECT_EQ(reading.values(), GetParam().values);
}

INSTANTIATE_TEST_SUITE_P(
    Yaml, Values,
    testing::Values(Case{"empty_file", "", "null"}, Case{"only_comments", "# a\n\n# b\n", "null"},
                    Case{"empty_documents", "---\n---\n", "null --- null"},
                    Case{"documents", "a: 1\n---\n- 2\n...\n---\nx\n", R"({"a": 1} --- [2] --- "x")"},
                    Case{"byte_order_mark",
                         "\xEF\xBB\xBF"
                         "a: 1\n",
                         R"({"a": 1})"},
                    Case{"carriage_returns", "a: 1\r\nb:\r\n- x\r\n- |\r\n  y\r\n  z\r\n",
                         R"({"a": 1, "b": ["x", "y\nz\n"]})"},
                    Case{"lone_carriage_returns", "a: 1\rb: 2\r# c\r", R"({"a": 1, "b": 2})"},
                    Case{"no_line_break_at_end", "a:\n  - b", R"({"a": ["b"]})"},
                    Case{"ytt_booleans", "y: [yes, No, on, OFF, n, true]\n",
                         R"({true: [true, false, true, false, false, true]})"},
                    Case{"anchors", "a: &x {b: 1}\nc: *x\nd: [*x, *x]\n",
                         R"({"a": {"b": 1}, "c": {"b": 1}, "d": [{"b": 1}, {"b": 1}]})"},
                    Case{"anchor_is_redefined", "[&a 1, *a, &a 2, *a]\n", "[1, 1, 2, 2]"},
                    Case{"merge", "a: &x {b: 1, c: 2}\nd:\n  e: 0\n  <<: *x\n  c: 3\n",
                         R"({"a": {"b": 1, "c": 2}, "d": {"e": 0, "b": 1, "c": 3}})"},
                    Case{"quoted_merge_key", "\"<<\": 1\n", R"({"<<": 1})"},
                    Case{"tags", "[!!str 1, !!int \"2\", !!float 3, !!bool yes, !!null '', !!binary aGk=]\n",
                         R"(["1", 2, 3f, true, null, "hi"])"},
                    Case{"tag_directive", "%TAG !y! tag:yaml.org,2002:\n---\n!y!str 1\n", R"("1")"},
                    Case{"big_numbers", "[9223372036854775807, 9223372036854775808, 18446744073709551616]\n",
                         "[9223372036854775807, 9223372036854775808, 1.84467e+19f]"},
                    Case{"flow_outdented", "a: [\n1\n]\nb: {\n  c: 1\n}\n", R"({"a": [1], "b": {"c": 1}})"},
                    Case{"json", "{\"a\":[1,2.5,null,true],\"b\":{\"c\":\"\\u00e9\\ud83d\\ude00\"}}",
                         "{\"a\": [1, 2.5f, null, true], \"b\": {\"c\": \"\xC3\xA9\xF0\x9F\x98\x80\"}}"},
                    Case{"tabs_between", "a:\t1\nb: [\t2,\t3 ]\t# c\n", R"({"a": 1, "b": [2, 3]})"},
                    Case{"outdented_quote", "a:\n  b: \"x\n y\"\n", R"({"a": {"b": "x y"}})"},
                    Case{"folding", "a: >-\n  x\n  y\n\n  z\nb: p\n  q\n\n  r\nc: \"s\\\n  t\"\n",
                         R"({"a": "x y\nz", "b": "p q\nr", "c": "st"})"},
                    Case{"complex_keys", "? [a, b]\n: 1\n? {c: d}\n: 2\n",
                         R"({["a", "b"]: 1, {"c": "d"}: 2})"}),
    [](const auto& tested) { return std::string(tested.param.name); });

// Appends the source text of each node, depth first.
void ListSpans(const Reading& reading, const value::Value& node, std::string* out) {
  *out += std::string(reading.Text(node.span)) + "|";
  for (size_t i = 0; node.kind == value::Kind::kSequence && i < node.items().size(); ++i) {
    ListSpans(reading, *node.items()[i], out);
  }
  for (size_t i = 0; node.kind == value::Kind::kMapping && i < node.entries().size(); ++i) {
    ListSpans(reading, *node.entries()[i].key, out);
    ListSpans(reading, *node.entries()[i].value, out);
  }
}

TEST(Spans, CoverEachNodeExactly) {
  struct {
    const char* text;
    const char* spans;
  } const kCases[] = {
      {"a: 1 # c\n\n", "a: 1|a|1|"},
      {"a:\n  b: 'x'\n\n# c\nd: \"y\"  \n", "a:\n  b: 'x'\n\n# c\nd: \"y\"|a|b: 'x'|b|'x'|d|\"y\"|"},
      {"a:\n- 1\n-  x y \n- [p, {q: r}] # c\n",
       "a:\n- 1\n-  x y \n- [p, {q: r}]|a|- 1\n-  x y \n- [p, {q: r}]|1|x y|"
       "[p, {q: r}]|p|{q: r}|q|r|"},
      {"a: |-  # c\n  x\n\n  y\n\n\nb: 1\n", "a: |-  # c\n  x\n\n  y\n\n\nb: 1|a||-  # c\n  x\n\n  y|b|1|"},
      {"a:\nb: \n", "a:\nb:|a||b||"},
      {"- &x a: 1\n- !!str *\"y\"\n", ""},
      {"- &x a\n- *x\n-\n", "- &x a\n- *x\n-|a|*x||"},
      {"[a: 1, , b]", ""},
  };
  for (const auto& tested : kCases) {
    const Reading reading(tested.text);
    if (*tested.spans == '\0') {
      continue;
    }
    std::string spans;
    ListSpans(reading, *reading.file.documents[0].root, &spans);
    EXPECT_EQ(spans, tested.spans);
  }
}

TEST(Spans, OfAbsentNullsAreAfterTheirIndicator) {
  const Reading reading("a:  # c\nb:\n-\n- [x: ]\n");
  const auto entries = reading.file.documents[0].root->entries();
  const uint32_t base = reading.file.source->base();
  EXPECT_EQ(entries[0].value->span, (source::Span{base + 2, base + 2}));
  EXPECT_EQ(entries[1].value->items()[0]->span, (source::Span{base + 12, base + 12}));
}

TEST(Spans, OfDocumentsStartAtTheMarkerAndEndWithTheContent) {
  const Reading reading("# a\n--- # b\nx: 1\n# c\n---\ny: 2\n...\n");
  ASSERT_EQ(reading.file.documents.size(), 2U);
  const Document& first = reading.file.documents[0];
  EXPECT_EQ(reading.Text(first.span), "--- # b\nx: 1");
  EXPECT_EQ(reading.Text(first.marker), "---");
  EXPECT_EQ(first.comment_end - first.comment_begin, 3U);
  EXPECT_EQ(reading.Text(reading.file.documents[1].span), "---\ny: 2");
}

TEST(Comments, AreAllPreserved) {
  const Reading reading(
      "# 1\na: # 2\n  - b # 3\n  # 4\n  - [ # 5\n    c, # 6\n    d # 7\n    # 8\n    ] # 9\nk: | # 10\n  # "
      "text\n # 11\n"
      "? x # 12\n: y # 13\n--- # 14\n\"#\": a#b # 15\n... # 16\n# 17");
  std::string all;
  for (const Comment& comment : reading.file.comments) {
    all += std::string(reading.Text(comment.span)) + "|";
  }
  EXPECT_EQ(reading.errors(), "");
  EXPECT_EQ(all, "# 1|# 2|# 3|# 4|# 5|# 6|# 7|# 8|# 9|# 10|# 11|# 12|# 13|# 14|# 15|# 16|# 17|");
  EXPECT_EQ(reading.file.documents[0].comment_end, 13U);
}

TEST(Nodes, OfEveryPlaceAreDistinct) {
  const Reading reading("a: &x {p: [1]}\nb: *x\nc: [*x, *x]\nd: {<<: *x}\ne: {<<: *x}\n");
  std::set<const value::Value*> seen;
  for (const value::Entry& entry : reading.file.documents[0].root->entries()) {
    EXPECT_TRUE(seen.insert(entry.key).second);
    EXPECT_TRUE(seen.insert(entry.value).second);
    for (const value::Value* item : entry.value->kind == value::Kind::kSequence
                                        ? entry.value->items()
                                        : std::span<const value::Value* const>()) {
      EXPECT_TRUE(seen.insert(item).second);
    }
  }
  const auto entries = reading.file.documents[0].root->entries();
  EXPECT_EQ(reading.file.aliases.front(), entries[1].value->span);
  EXPECT_NE(entries[3].value->entries()[0].value, entries[4].value->entries()[0].value);
}

TEST(Dashes, AreFoundForEachItem) {
  const Reading reading("- a\n- - b\n  - c\n-\n");
  const value::Value& root = *reading.file.documents[0].root;
  const uint32_t base = reading.file.source->base();
  EXPECT_EQ(GetDash(reading.file, root, *root.items()[0]).begin, base);
  EXPECT_EQ(GetDash(reading.file, root, *root.items()[1]).begin, base + 4);
  const value::Value& inner = *root.items()[1];
  EXPECT_EQ(GetDash(reading.file, inner, *inner.items()[0]).begin, base + 6);
  EXPECT_EQ(GetDash(reading.file, inner, *inner.items()[1]).begin, base + 12);
  EXPECT_EQ(GetDash(reading.file, root, *root.items()[2]).begin, base + 16);
}

std::string Repeat(const std::string& text, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) {
    out += text;
  }
  return out;
}

TEST(Limits, OfDepthHoldForEveryFormOfNesting) {
  for (const char* unit : {"[", "{a: ", "- ", "? ", "[{x: "}) {
    const Reading reading(Repeat(unit, 100000));
    EXPECT_NE(reading.errors().find("KV020"), std::string::npos) << unit;
    EXPECT_EQ(reading.collector.diagnostics().size(), 1U) << unit << "\n" << reading.errors();
  }
  std::string lines;
  for (size_t i = 0; i < 3000; ++i) {
    lines += std::string(i, ' ') + "a:\n";
  }
  EXPECT_NE(Reading(lines).errors().find("KV020"), std::string::npos);
}

TEST(Limits, OfAliasesStopABomb) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + Repeat(before + ", ", 8) + before +
            "]\n";
  }
  const Reading reading(bomb);
  EXPECT_NE(reading.errors().find("KV021"), std::string::npos);
  EXPECT_EQ(reading.collector.diagnostics().size(), 1U);
}

TEST(Limits, OfSizeAreReported) {
  ReadOptions options;
  options.limits.file_size = 10;
  EXPECT_NE(Reading("a: 12345678", options).errors().find("KV022"), std::string::npos);
}

TEST(Limits, LargeMappingsAreRead) {
  std::string text;
  for (int i = 0; i < 100000; ++i) {
    text += "key" + std::to_string(i) + ": 1\n";
  }
  const Reading reading(text + "key5: 2\n");
  EXPECT_EQ(reading.errors(), "100001:1 KV110 the key `key5` occurs twice in this mapping");
  EXPECT_EQ(reading.file.documents[0].root->entries().size(), 100000U);
}

TEST(Options, LastOfTwoKeysWins) {
  ReadOptions options;
  options.duplicates = DuplicateKeys::kLastWins;
  const Reading reading("a: 1\nb: 2\na: 3\n", options);
  EXPECT_EQ(reading.errors(), "");
  EXPECT_EQ(reading.values(), R"({"a": 3, "b": 2})");
}

// A document, and its values with each of the three modes of merge keys.
struct Merged {
  const char* text;
  const char* own_wins;
  const char* last_wins;
  const char* repeats;
};

TEST(Options, MergeKeysFollowTheDialect) {
  const Merged merged[] = {
      {"- &x {a: 1, b: 2}\n- a: 3\n  <<: *x\n  c: 4\n", R"([{"a": 1, "b": 2}, {"a": 3, "b": 2, "c": 4}])",
       R"([{"a": 1, "b": 2}, {"a": 1, "b": 2, "c": 4}])",
       R"([{"a": 1, "b": 2}, {"a": 3, "a": 1, "b": 2, "c": 4}])"},
      {"- &x {a: 1, b: 2}\n- <<: *x\n  a: 3\n", R"([{"a": 1, "b": 2}, {"b": 2, "a": 3}])",
       R"([{"a": 1, "b": 2}, {"a": 3, "b": 2}])", R"([{"a": 1, "b": 2}, {"a": 1, "b": 2, "a": 3}])"},
      {"- &x {a: 1}\n- &y {a: 2, b: 2}\n- {<<: *x, <<: *y}\n",
       R"([{"a": 1}, {"a": 2, "b": 2}, {"a": 1, "b": 2}])",
       R"([{"a": 1}, {"a": 2, "b": 2}, {"a": 2, "b": 2}])",
       R"([{"a": 1}, {"a": 2, "b": 2}, {"a": 1, "a": 2, "b": 2}])"},
  };
  for (const Merged& tested : merged) {
    EXPECT_EQ(Reading(tested.text, {value::Dialect::kYaml12}).values(), tested.own_wins);
    EXPECT_EQ(Reading(tested.text, {value::Dialect::kYtt}).values(), tested.last_wins);
    EXPECT_EQ(Reading(tested.text, {value::Dialect::kYtt, DuplicateKeys::kKeep}).values(), tested.repeats);
  }
  const char* list = "- &x {a: 1}\n- &y {a: 2, b: 2}\n- <<: [*x, *y]\n";
  EXPECT_EQ(Reading(list, {value::Dialect::kYaml12}).values(),
            R"([{"a": 1}, {"a": 2, "b": 2}, {"a": 1, "b": 2}])");
  EXPECT_EQ(Reading(list, {value::Dialect::kYtt}).errors(), "3:7 KV130 the value of `<<` must be a mapping");
  const char* repeated = "- &x {a: 1}\n- {a: 2, <<: *x, a: 3}\n";
  EXPECT_EQ(Reading(repeated).errors(), "2:18 KV110 the key `a` occurs twice in this mapping");
}

TEST(Options, SpacesAfterTheLastLineBreakAreNoLineForGo) {
  const char* text = "a: |+\n  x\n  ";
  EXPECT_EQ(Reading(text, {value::Dialect::kYtt}).values(), R"({"a": "x\n"})");
  EXPECT_EQ(Reading(text, {value::Dialect::kYaml12}).values(), R"({"a": "x\n\n"})");
  EXPECT_EQ(Reading("a: |\n  x ", {value::Dialect::kYtt}).values(), R"({"a": "x "})");
}

TEST(Options, AmbiguousScalarsAreWarnedOf) {
  ReadOptions options;
  options.warn_ambiguous = true;
  const Reading reading("a: yes\nb: 0755\nc: 1_000\nd: 'no'\ne: 12\nf: text\n", options);
  EXPECT_EQ(reading.errors(),
            "1:4 KV120 `yes` is the boolean `true` for YAML 1.1 and a string for YAML 1.2\n"
            "2:4 KV121 `0755` is the number 493 for YAML 1.1 and the number 755 for YAML 1.2\n"
            "3:4 KV122 `1_000` is the number 1000 for YAML 1.1 and a string for YAML 1.2");
}

TEST(Options, ErrorsOfAFileAreBounded) {
  std::string text;
  for (int i = 0; i < 500; ++i) {
    text += "a:\n";
  }
  const Reading reading(text);
  ASSERT_EQ(reading.collector.diagnostics().size(), 101U);
  EXPECT_EQ(reading.collector.diagnostics().back().kind, diag::Kind::kFindingsCut);
}

TEST(Options, TheTextThatAliasesRepeatIsBounded) {
  ReadOptions options;
  options.limits.alias_size = 1000;
  const std::string text(300, 'x');
  EXPECT_EQ(Reading("a: &a [" + text + "]\nb: [*a, *a, *a]\n", options).errors(), "");
  EXPECT_EQ(Reading("a: &a [" + text + "]\nb: [*a, *a, *a, *a]\n", options).errors(),
            "2:17 KV021 aliases expand to more than 1,000 bytes of scalars");
}

TEST(Options, StrictScalarsAreErrors) {
  ReadOptions options;
  options.strict_scalars = true;
  const Reading reading("a: yes\nb: ~\nc: 1\nd: x y\ne: true\nf:\n", options);
  EXPECT_EQ(reading.errors(),
            "1:4 KV123 the scalar `yes` is ambiguous\n2:4 KV123 the scalar `~` is ambiguous\n"
            "4:4 KV123 the scalar `x y` is ambiguous");
}

TEST(Linear, TimeOnHostileStrings) {
  for (const char* unit :
       {"a:\n", "\n", "# c\r", "\"", "'x\n",   "- a\n  b: c\n", "&a ", "[a, ", "a: [\n", ",",    "a: b: c\n",
        "? ",   ": ", "|\n",   "\t", "--- \n", "%a\n",          "*a ", "[",    "]",      "\xff", "\x01"}) {
    const Reading reading(Repeat(unit, 200000 / std::string(unit).size()));
    EXPECT_FALSE(reading.file.documents.empty());
  }
}

TEST(Documents, KnowWhetherAScalarMayBeSuspicious) {
  const Reading reading("a: 1\nb: [x, true]\n---\na: {b: [x, 0755]}\n---\nc: '0755'\n---\nd: x\n  - y\n");
  std::vector<bool> suspicious;
  for (const Document& document : reading.file.documents) {
    suspicious.push_back(document.may_be_suspicious);
  }
  EXPECT_EQ(suspicious, (std::vector<bool>{false, true, false, true}));
}

}  // namespace
}  // namespace kval::yaml
