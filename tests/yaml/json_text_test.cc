// Mistakes in JSON that goes over several lines: each where it was made.
#include <gtest/gtest.h>

#include "tests/yaml/dump.h"

namespace kval::yaml {
namespace {

struct Case {
  const char* name;
  const char* text;
  const char* faults;
};

class JsonText : public testing::TestWithParam<Case> {};

TEST_P(JsonText, IsToldWhereItIsWrong) {
  EXPECT_EQ(Reading(GetParam().text).faults(), GetParam().faults);
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
             "2:6 KV100 a `{` is missing behind this colon"},
        Case{"bracket_missing", "{\n  \"a\":\n    {\n      \"b\": 1\n    }\n  ],\n  \"d\": 3\n}\n",
             "2:6 KV100 a `[` is missing behind this colon"},
        Case{"brace_twice", "{\n  \"a\": {\n    \"b\": 1\n  }\n  },\n  \"c\": 3\n}\n",
             "5:3 KV100 this `}` closes nothing"},
        Case{"bracket_of_the_other_kind", "{\n  \"a\": {\n    \"b\": 1\n  ],\n  \"c\": 3\n}\n",
             "4:3 KV100 expected `}`, for that is what the `{` needs"},
        Case{"word_behind_a_comma", "{\n  \"a\": 1, x\n  \"b\": [1\n}\n",
             "2:11 KV100 nothing can follow this comma on its line\n3:8 KV104 this `[` is never closed"},
        Case{"two_mistakes", "{\n  \"a\": \"x,\n  \"b\": [\n    1\n  },\n  \"c\": 2\n}\n",
             "2:8 KV101 this quoted string is never closed\n5:3 KV100 expected `]`, for that is what the `[` "
             "needs"},
        Case{"comma_missing", "{\n  \"a\": 1\n  \"b\": 2\n}\n", "3:6 KV100 expected `,` or `}`"},
        Case{"no_mistake", "{\n  \"a\": [1,\n    2], \"b\": {\n  \"c\": \"x\"}}\n", ""}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace kval::yaml
