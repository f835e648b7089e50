// Each mistake is one diagnostic, at the place where it began; what is not touched by it is read.
#include <gtest/gtest.h>

#include "tests/yaml/dump.h"

namespace kval::yaml {
namespace {

struct Case {
  const char* name;
  const char* text;
  const char* faults;
  const char* values;
};

class Faults : public testing::TestWithParam<Case> {};

TEST_P(Faults, AreNamedWhereTheyBegan) {
  const Reading reading(GetParam().text);
  EXPECT_EQ(reading.faults(), GetParam().faults);
  EXPECT_EQ(reading.values(), GetParam().values);
}

INSTANTIATE_TEST_SUITE_P(
    Yaml, Faults,
    testing::Values(
        Case{"unclosed_quote", "a: \"x\nb: 1\n", "1:4 KV101 this quoted string is never closed",
             "{\"a\": ?, \"b\": 1}"},
        Case{"unclosed_quote_before_quote", "a: \"x\nb: \"y\"\nc: 1\n",
             "1:4 KV101 this quoted string is never closed", "{\"a\": ?, \"b\": \"y\", \"c\": 1}"},
        Case{"unclosed_single_quote_at_end", "a: 'x\n", "1:4 KV101 this quoted string is never closed",
             "{\"a\": ?}"},
        Case{"unclosed_bracket", "a: [1, 2\nb: 3\n", "1:4 KV104 this `[` is never closed",
             "{\"a\": ?, \"b\": 3}"},
        Case{"unclosed_bracket_at_end", "a: [1, {b: 2}\n", "1:4 KV104 this `[` is never closed",
             "{\"a\": ?}"},
        Case{"unclosed_brace", "a: {b: 1,\nc: 3\n", "1:4 KV104 this `{` is never closed",
             "{\"a\": ?, \"c\": 3}"},
        Case{"unclosed_bracket_above_a_block", "a: [1,\nb:\n  c: 2\n  d: 3\n",
             "1:4 KV104 this `[` is never closed", "{\"a\": ?, \"b\": {\"c\": 2, \"d\": 3}}"},
        Case{"unclosed_bracket_among_brackets", "a:\n  b: [1,\n  c: [2]\n  d: {e: 3}\n",
             "2:6 KV104 this `[` is never closed", "{\"a\": {\"b\": ?, \"c\": [2], \"d\": {\"e\": 3}}}"},
        Case{"bracket_alone_above_entries", "a:\n  [\n  b: 1\n  c: [2]\nd: 3\n",
             "2:3 KV104 this `[` is never closed", "{\"a\": {\"b\": 1, \"c\": [2] …}, \"d\": 3}"},
        Case{"brace_behind_a_key_above_entries", "a: {\n  b: 1\n  c: 2\nd: 3\n",
             "1:4 KV104 this `{` is never closed", "{\"a\": {\"b\": 1, \"c\": 2 …}, \"d\": 3}"},
        Case{"bracket_alone_at_the_beginning", "[\na:\n  - b\nc: 1\n", "1:1 KV104 this `[` is never closed",
             "{\"a\": [\"b\"], \"c\": 1 …}"},
        Case{"closed_braces_without_comma", "a: {\n  b: 1\n  c: 2\n}\nd: 3\n",
             "3:4 KV100 expected `,` or `}`", ""},
        Case{"quote_alone_above_entries", "a:\n  \"\n  b: 1\n  c: \"x\"\nd: 3\n",
             "2:3 KV101 this quoted string is never closed", "{\"a\": {\"b\": 1, \"c\": \"x\" …}, \"d\": 3}"},
        Case{"key_in_open_quote_at_the_beginning", "'ke\na: 1\nb: 2\n",
             "1:1 KV101 this quoted string is never closed", "{\"a\": 1, \"b\": 2 …}"},
        Case{"item_above_entries", "a:\n  - x\n  b: 1\n  c: 2\nd: 3\n",
             "2:3 KV105 an item cannot stand among the entries of a mapping",
             "{\"a\": {\"b\": 1, \"c\": 2 …}, \"d\": 3}"},
        Case{"item_without_dash", "a:\n  - x\n  b: 1\n  - y\n",
             "3:3 KV105 expected the `-` of the sequence's next item", ""},
        Case{"key_indented_by_one_more", "a:\n  b: 1\n c:\n  d: 2\ne: 3\n",
             "3:2 KV105 this line's indentation fits no collection",
             "{\"a\": {\"b\": 1 …}, \"c\": {\"d\": 2}, \"e\": 3 …}"},
        Case{"first_key_indented_by_one_less", "a:\n b:\n    c: 1\n  d: 2\ne: 3\n",
             "2:2 KV105 this line is indented less than those below it, which belong to the same mapping",
             "{\"a\": {\"b\": {\"c\": 1}, \"d\": 2}, \"e\": 3}"},
        Case{"missing_colon", "a: 1\nb 2\nc: 3\n", "2:1 KV100 a key without a `:`", "{\"a\": 1, \"c\": 3 …}"},
        Case{"missing_space_after_colon", "a:1\nb: 2\n", "1:2 KV100 a blank is missing behind this colon",
             "{\"b\": 2 …}"},
        Case{"two_colons", "a: b: c\nd: 1\n", "1:5 KV100 a mapping cannot start on this line",
             "{\"a\": ?, \"d\": 1}"},
        Case{"entry_in_string", "a: x\n  b: y\nc: z\n",
             "2:3 KV105 an entry of a mapping cannot stand inside a string",
             "{\"a\": \"x\", \"b\": true, \"c\": \"z\" …}"},
        Case{"bad_dedent", "a:\n  b: 1\n c: 2\nd: 3\n",
             "3:2 KV105 this line's indentation fits no collection",
             "{\"a\": {\"b\": 1, \"c\": 2 …}, \"d\": 3 …}"},
        Case{"odd_first_line", "a:\n    b: 1\n  c: 2\nd: 3\n",
             "2:5 KV105 this line is indented more than those below it, which belong to the same mapping",
             "{\"a\": {\"b\": 1, \"c\": 2}, \"d\": 3}"},
        Case{"half_typed_first_key", "a:\n  b\n  # c\n  c: 2\nd: 3\n", "2:3 KV100 a key without a `:`",
             "{\"a\": {\"c\": 2 …}, \"d\": 3}"},
        Case{"key_above_its_block", "a:\n  b\n    c: 2\n  d: 3\n", "2:3 KV100 a key without a `:`",
             "{\"a\": {\"b\": {\"c\": 2}, \"d\": 3 …}}"},
        Case{"jinja_above_entries", "a:\n  {% if x %}\n  b: 1\nc: 2\n",
             "2:3 KV132 `{% … %}` is a Jinja template, not YAML", "{\"a\": {\"b\": 1 …}, \"c\": 2}"},
        Case{"leftover_mark", "a: 1\n=======\nb: 2\n", "2:1 KV131 the text has a merge conflict marker",
             "{\"a\": 1, \"b\": 2}"},
        Case{"underlined_heading", "--- |\nTitle\n=======\n", "", "\"Title\\n=======\\n\""},
        Case{"no_break_space_indentation",
             "a:\n\xC2\xA0\xC2\xA0"
             "b: 1\n  c: 2\n",
             "2:1 KV133 the indentation has the character U+00A0 (no-break space)",
             "{\"a\": {\"b\": 1, \"c\": 2}}"},
        Case{"byte_order_mark_inside",
             "a: 1\n\xEF\xBB\xBF"
             "b: 2\n",
             "2:1 KV133 a byte order mark stands inside the text", "{\"a\": 1, \"b\": 2}"},
        Case{"tab", "a:\n\tb: 1\nc: 2\n", "2:1 KV103 a tab cannot be used for indentation",
             "{\"a\": ?, \"c\": 2}"},
        Case{"tab_in_sequence", "a:\n\t- 1\nc: 2\n", "2:1 KV103 a tab cannot be used for indentation",
             "{\"a\": ?, \"c\": 2}"},
        Case{"tab_before_bare_key", "a:\n  x: 1\n\tb:\n    c: 2\n  d: 3\n",
             "3:1 KV103 a tab cannot be used for indentation", "{\"a\": {\"x\": 1, \"d\": 3 …}}"},
        Case{"tab_before_outer_bare_key", "a:\n  b:\n    x: 1\n\tc:\n    x: 2\n  d: 3\n",
             "4:1 KV103 a tab cannot be used for indentation", "{\"a\": {\"b\": {\"x\": 1 …}, \"d\": 3 …}}"},
        Case{"tab_at_first_entry", "a:\n\tb:\n    c: 1\n  d: 2\ne: 3\n",
             "2:1 KV103 a tab cannot be used for indentation", "{\"a\": {\"d\": 2 …}, \"e\": 3}"},
        Case{"item_among_entries", "a: 1\n- x\nb: 2\n",
             "2:1 KV105 an item cannot stand among the entries of a mapping", "{\"a\": 1, \"b\": 2 …}"},
        Case{"block_item_among_entries", "a:\n  b: 1\n  - c: 2\n    d: 3\n  e: 4\nf: 5\n",
             "3:3 KV105 an item cannot stand among the entries of a mapping",
             "{\"a\": {\"b\": 1, \"e\": 4 …}, \"f\": 5}"},
        Case{"mark_above_entries", "a:\n  , x\n  b: 1\nc: 2\n", "2:3 KV100 a value cannot start with `,`",
             "{\"a\": {\"b\": 1 …}, \"c\": 2}"},
        Case{"bracket_among_entries", "a: 1\n[\nb: 2\nc: 3\n", "2:1 KV104 this `[` is never closed",
             "{\"a\": 1, \"b\": 2, \"c\": 3 …}"},
        Case{"brace_among_entries", "a:\n  b: 1\n  {\n  c: 2\nd: 3\n", "3:3 KV104 this `{` is never closed",
             "{\"a\": {\"b\": 1, \"c\": 2 …}, \"d\": 3}"},
        Case{"two_faults", "a: [1\nb: \"x\nc: 3\n",
             "1:4 KV104 this `[` is never closed\n2:4 KV101 this quoted string is never closed",
             "{\"a\": ?, \"b\": ?, \"c\": 3}"},
        Case{"second_document", "a: [1\n---\nb: 2\n", "1:4 KV104 this `[` is never closed",
             "{\"a\": ?} --- {\"b\": 2}"},
        Case{"escape", "a: \"\\q\\xZZ\"\nb: 2\n",
             "1:5 KV106 `\\q` is no escape of a double-quoted string\n1:7 KV106 `\\x` is no escape of a "
             "double-quoted string",
             "{\"a\": ?, \"b\": 2}"},
        Case{"two_commas", "a: [1, , 2]\nb: 2\n", "1:8 KV100 an item is missing before this `,`",
             "{\"a\": [1, 2 …], \"b\": 2}"},
        Case{"duplicate", "a: 1\nb: 2\na: 3\n", "3:1 KV110 the key `a` occurs twice in this mapping",
             "{\"a\": 3, \"b\": 2 …}"},
        Case{"duplicate_by_meaning", "1: x\n0x1: y\n\"1\": z\n",
             "2:1 KV110 the key `0x1` occurs twice in this mapping", "{1: true, \"1\": \"z\" …}"},
        Case{"unknown_anchor", "a: *b\n", "1:4 KV111 the anchor `b` is not defined before this alias",
             "{\"a\": ?}"},
        Case{"self_alias", "a: &x [*x]\n", "1:8 KV111 the alias `x` stands inside the node that it names",
             "{\"a\": [?]}"},
        Case{"bad_merge", "a:\n  <<: 1\n", "2:7 KV130 `<<` needs a mapping", "{\"a\": {}}"},
        Case{"bad_tag", "a: !!int x\n", "1:10 KV112 `x` is not of the type that `!!int` demands",
             "{\"a\": ?}"},
        Case{"undeclared_handle", "a: !e!x 1\n", "1:4 KV112 the tag handle `!e!` is not declared",
             "{\"a\": ?}"},
        Case{"utf8", "a: x\xff\xfey\n", "1:5 KV102 the byte 0xFF is not valid UTF-8 here", "{\"a\": ?}"},
        Case{"control", "a: x\x01y\n", "1:5 KV107 the character U+0001 is not allowed in YAML", "{\"a\": ?}"},
        Case{"conflict", "a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\nc: 4\n",
             "2:1 KV131 the text has a merge conflict marker", "{\"a\": 1, \"b\": 2, \"c\": 4}"},
        Case{"no_dash", "a:\n- x\n  y: 1\n- z\n", "2:3 KV100 a key without a `:`",
             "{\"a\": [{true: 1 …}, \"z\"]}"},
        Case{"lost_dash", "- a: 1\n  b: 2\nc: 3\n- d\n",
             "3:1 KV105 expected the `-` of the sequence's next item", "[{\"a\": 1, \"b\": 2 …}, \"d\" …]"},
        Case{"comment_without_blank", "a: \"x\"# c\nb: 1\n",
             "1:7 KV100 a blank must stand before a comment's `#`", "{\"a\": ?, \"b\": 1}"},
        Case{"text_after_quote", "a: \"x\" y\nb: 1\n", "1:8 KV100 nothing can follow this value on its line",
             "{\"a\": ?, \"b\": 1}"},
        Case{"reserved", "a: @x\nb: %y\n",
             "1:4 KV100 a value cannot start with `@`\n2:4 KV100 a value cannot start with `%`",
             "{\"a\": ?, \"b\": ?}"},
        Case{"star", "a: *\nb: 1\n", "1:4 KV100 an alias needs the name of an anchor",
             "{\"a\": ?, \"b\": 1}"}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace kval::yaml
