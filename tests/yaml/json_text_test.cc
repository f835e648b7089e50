// Mistakes in JSON over several lines: kval reports each where it was made.
#include <gtest/gtest.h>

#include "src/yaml/edited_text.h"
#include "tests/yaml/dump.h"

namespace kval::yaml {
namespace {

struct Case {
  const char* name;
  const char* text;
  const char* errors;
};

class JsonText : public testing::TestWithParam<Case> {};

TEST_P(JsonText, IsReportedWhereItIsWrong) {
  EXPECT_EQ(Reading(GetParam().text).errors(), GetParam().errors);
}

INSTANTIATE_TEST_SUITE_P(
    Json, JsonText,
    testing::Values(
        Case{"value_without_closing_quote", "{\n  \"a\": \"x,\n  \"b\": \"y\"\n}\n",
             "2:8 KV101 this quoted string is never closed"},
        Case{"key_without_closing_quote", "{\n  \"a: {\n    \"b\": 1\n  },\n  \"c\": 2\n}\n",
             "2:3 KV101 this quoted string is never closed"},
        Case{"item_without_closing_quote", "{\n  \"a\": [\n    \"x,\n    \"y\"\n  ]\n}\n",
             "3:5 KV101 this quoted string is never closed"},
        Case{"brace_never_closed", "{\n  \"a\": {\n    \"b\": 1,\n  \"c\": [\n    1\n  ]\n}\n",
             "2:8 KV104 this `{` is never closed"},
        Case{"brace_among_items_never_closed",
             "{\n  \"a\": [\n    {\n      \"b\": {\n        \"c\": 1\n    },\n    {\n      \"b\": {}\n    "
             "}\n  ]\n}\n",
             "4:12 KV104 this `{` is never closed"},
        Case{"bracket_never_closed", "{\n  \"a\": [\n    1\n  \"b\": [\n    2\n  ]\n}\n",
             "2:8 KV104 this `[` is never closed"},
        Case{"bracket_at_the_end_never_closed", "{\n  \"a\": {\n    \"b\": 1\n  }\n",
             "1:1 KV104 this `{` is never closed"},
        Case{"brace_missing", "{\n  \"a\":\n    \"b\": 1,\n    \"c\": 2\n  },\n  \"d\": 3\n}\n",
             "2:6 KV100 a `{` is missing after this colon"},
        Case{"bracket_missing", "{\n  \"a\":\n    {\n      \"b\": 1\n    }\n  ],\n  \"d\": 3\n}\n",
             "2:6 KV100 a `[` is missing after this colon"},
        Case{"brace_twice", "{\n  \"a\": {\n    \"b\": 1\n  }\n  },\n  \"c\": 3\n}\n",
             "5:3 KV100 this `}` has no matching opening bracket"},
        Case{"bracket_of_the_other_kind", "{\n  \"a\": {\n    \"b\": 1\n  ],\n  \"c\": 3\n}\n",
             "4:3 KV100 expected `}` to close this `{`"},
        Case{"word_behind_a_comma", "{\n  \"a\": 1, x\n  \"b\": [1\n}\n",
             "2:11 KV100 nothing can follow this comma on its line\n3:8 KV104 this `[` is never closed"},
        Case{"two_mistakes", "{\n  \"a\": \"x,\n  \"b\": [\n    1\n  },\n  \"c\": 2\n}\n",
             "2:8 KV101 this quoted string is never closed\n5:3 KV100 expected `]` to close this `[`"},
        Case{"comma_missing", "{\n  \"a\": 1\n  \"b\": 2\n}\n", "2:9 KV100 `,` is missing here"},
        Case{"comma_missing_behind_a_collection", "{\n  \"a\": []\n  \"b\": 2\n}\n",
             "2:10 KV100 `,` is missing here"},
        Case{"comma_missing_on_the_line", "{\n  \"a\": [\"x\" \"y\"],\n  \"b\": 2\n}\n",
             "2:12 KV100 `,` is missing here"},
        Case{"colon_missing", "{\n  \"a\" 1,\n  \"b\": 2\n}\n", "2:6 KV100 `:` is missing after this key"},
        Case{"first_bracket_missing", "\n  \"a\": 1,\n  \"b\": 2\n}\n", "1:1 KV100 a `{` is missing here"},
        Case{"bracket_of_an_item_missing",
             "{\n  \"a\": [\n    {\n      \"b\": 1\n    },\n\n      \"b\": 2\n    }\n  ]\n}\n",
             "5:7 KV100 a `{` is missing here"},
        Case{"brace_never_closed_above_an_entry", "{\n  \"a\": {\n    \"b\": 1\n  ,\n  \"c\": 2\n}\n",
             "2:8 KV104 this `{` is never closed"},
        Case{"brace_twice_on_the_line", "{\n  \"a\": {\n    \"b\": 1\n  }},\n  \"c\": 3\n}\n",
             "4:4 KV100 this `}` has no matching opening bracket"},
        Case{"no_mistake", "{\n  \"a\": [1,\n    2], \"b\": {\n  \"c\": \"x\"}}\n", ""}),
    [](const auto& tested) { return std::string(tested.param.name); });

// Values next to a mistake are read. Values that the mistake hides become gaps.
TEST(JsonText, IsReadButForWhatAMistakeHides) {
  EXPECT_EQ(Reading("{\n  \"a\": 1\n  \"b\": {\"c\" 2}\n}\n").values(), "{\"a\": 1, \"b\": {\"c\": 2}}");
  const Reading quote("{\n  \"a\": \"x,\n  \"b\": \"y\"\n}\n");
  EXPECT_EQ(quote.values(), "{\"a\": ?, \"b\": \"y\"}");
  EXPECT_EQ(quote.Text(quote.file.documents[0].root->entries()[1].value->span), "\"y\"");
  EXPECT_EQ(Reading("{\n  \"a: {\n    \"b\": 1\n  }\n}\n").values(), "{\"a\": {\"b\": 1}}");
}

TEST(JsonText, MarksGuessedBracketsAsRecovered) {
  EXPECT_EQ(Reading("{\n  \"a\": [\n    1,\n    2\n  \"b\": 3\n}\n").values(), "{\"a\": [1, 2 …], \"b\": 3}");
}

// Two edits at one offset: one removes the word, one inserts a bracket.
TEST(JsonText, IsFixedTwiceInOnePlace) {
  const EditedText fixed("ab,xcd", {{3, 1, "", false}, {3, 0, "{", false}, {6, 0, "}", true}});
  EXPECT_EQ(fixed.text(), "ab,{cd}");
  EXPECT_EQ(fixed.ToOriginal(4), 4U);
  EXPECT_EQ(fixed.ToOriginal(7), 6U);
  EXPECT_EQ(Reading("{\n  \"a\": 1,x\n      \"b\": 2\n    },\n  \"c\": 3\n}\n").errors(),
            "2:10 KV100 a `{` is missing here\n2:10 KV100 nothing can follow this comma on its line");
}

TEST(JsonText, HasFurtherMistakesOfItsFixedText) {
  EXPECT_EQ(Reading("{\n  \"a\": 1\n  \"b\": x y: z,\n  \"c\": 1\n}\n").errors(),
            "2:9 KV100 `,` is missing here\n3:11 KV100 expected `,` or `}`");
}

}  // namespace
}  // namespace kval::yaml
