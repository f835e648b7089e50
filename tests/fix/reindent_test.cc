#include "src/fix/reindent.h"

#include <gtest/gtest.h>

#include <string>

#include "src/fix/patch.h"
#include "src/source/source_map.h"

namespace kval::fix {
namespace {

struct Case {
  const char* name;
  const char* before;
  const char* after;  // empty: no fix
};

source::Span KeyIn(const source::SourceFile& file) {
  const size_t marked = file.text().find("key: 2");
  const auto at = static_cast<uint32_t>(marked == std::string_view::npos ? file.text().find("key") : marked);
  return {file.base() + at, file.base() + at + 3};
}

std::string After(const source::SourceFile& file, std::vector<diag::Edit> edits) {
  return edits.empty() ? std::string() : FilePatch{&file, std::move(edits), 1}.After();
}

class Out : public testing::TestWithParam<Case> {};

TEST_P(Out, Moves) {
  source::SourceMap sources;
  const source::SourceFile& file = sources.AddText("a.yml", GetParam().before);
  EXPECT_EQ(After(file, MoveOut(file, KeyIn(file), "key")), GetParam().after) << GetParam().name;
}

INSTANTIATE_TEST_SUITE_P(
    , Out,
    testing::Values(Case{"last of a map", "a:\n  b: 1\n  key: 2\nc: 3\n", "a:\n  b: 1\nkey: 2\nc: 3\n"},
                    Case{"at the end of the file", "a:\n  b: 1\n  key: 2", "a:\n  b: 1\nkey: 2"},
                    Case{"with what it holds",
                         "x:\n  a:\n      b: 1\n      key:\n        d: 1\n\n        e: |\n          t\n",
                         "x:\n  a:\n      b: 1\n  key:\n    d: 1\n\n    e: |\n      t\n"},
                    Case{"comments stay", "a:\n  b: 1\n  # why\n  key: 2  # this\n",
                         "a:\n  b: 1\n  # why\nkey: 2  # this\n"},
                    Case{"windows", "a:\r\n  b: 1\r\n  key: 2\r\nc: 3\r\n",
                         "a:\r\n  b: 1\r\nkey: 2\r\nc: 3\r\n"},
                    Case{"before the next document", "a:\n  b: 1\n  key: 2\n---\nkey: 3\n",
                         "a:\n  b: 1\nkey: 2\n---\nkey: 3\n"},
                    Case{"not the last", "a:\n  key: 2\n  b: 1\n", ""},
                    Case{"not in the middle", "a:\n  b: 1\n  key: 2\n  c: 1\n", ""},
                    Case{"the only one", "a:\n  key: 2\n", ""},
                    Case{"there already", "key: 1\na:\n  b: 1\n  key: 2\n", ""},
                    Case{"there later", "a:\n  b: 1\n  key: 2\n'key' : 1\n", ""},
                    Case{"at the top", "key: 2\n", ""}, Case{"in flow style", "a: {b: 1, key: 2}\n", ""},
                    Case{"in an item", "a:\n- b: 1\n  key: 2\n", ""},
                    Case{"first in an item", "a:\n- key: 1\n  b: 2\n", ""},
                    Case{"with tabs", "a:\n  b: 1\n  key:\n  \t  - 1\n", ""},
                    Case{"a list at its own column", "a:\n  b: 1\n  key:\n  - 1\n", ""}),
    [](const auto& test) { return "n" + std::to_string(test.index); });

class Into : public testing::TestWithParam<Case> {};

TEST_P(Into, Moves) {
  source::SourceMap sources;
  const source::SourceFile& file = sources.AddText("a.yml", GetParam().before);
  EXPECT_EQ(After(file, MoveInto(file, KeyIn(file), "key", "a")), GetParam().after) << GetParam().name;
}

INSTANTIATE_TEST_SUITE_P(
    , Into,
    testing::Values(
        Case{"behind its map", "a:\n  b: 1\nkey: 2\nc: 3\n", "a:\n  b: 1\n  key: 2\nc: 3\n"},
        Case{"at the end", "a:\n    b: 1\n\nkey:\n  - 1\n", "a:\n    b: 1\n\n    key:\n      - 1\n"},
        Case{"deeper", "x:\n  \"a\":\n    b:\n      c: 1\n  key: 2\n",
             "x:\n  \"a\":\n    b:\n      c: 1\n    key: 2\n"},
        Case{"the others stand below it", "a:\n  b: 1\nkey: 2\n  c: 3\n  d:\n    - 1\n",
             "a:\n  b: 1\n  key: 2\n  c: 3\n  d:\n    - 1\n"},
        Case{"a text of several lines", "a:\n  b: 1\nkey: 2\n  and more\n", ""},
        Case{"not behind it", "a:\n  b: 1\nc: 1\nkey: 2\n", ""},
        Case{"before it", "key: 2\na:\n  b: 1\n", ""}, Case{"another map", "ab:\n  b: 1\nkey: 2\n", ""},
        Case{"there already", "a:\n  key: 1\nkey: 2\n", ""}, Case{"in flow style", "a: {b: 1}\nkey: 2\n", ""},
        Case{"a list", "a:\n  - b: 1\nkey: 2\n", ""}, Case{"an empty map", "a:\nkey: 2\n", ""},
        Case{"another document", "a:\n  b: 1\n---\nkey: 2\n", ""}),
    [](const auto& test) { return "n" + std::to_string(test.index); });

}  // namespace
}  // namespace kval::fix
