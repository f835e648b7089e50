#include "src/value/string_keys.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/value/builder.h"
#include "src/value/compare.h"

namespace kval::value {
namespace {

class StringKeys : public testing::Test {
 protected:
  const Value* Map(const Value* key, const Value* value) {
    const Entry entry{key, value};
    return build_.Mapping({&entry, 1});
  }
  std::string Of(const Value* key) { return Abbreviate(*StringifyKeys(*Map(key, build_.Null()), arena_)); }

  Arena arena_;
  Builder build_{&arena_};
};

TEST_F(StringKeys, ConvertsScalarsAsJsonDoes) {
  EXPECT_EQ(Of(build_.Int(8080)), R"({"8080": null})");
  EXPECT_EQ(Of(build_.Bool(true)), R"({"true": null})");
  EXPECT_EQ(Of(build_.Float(1.5)), R"({"1.5": null})");
  EXPECT_EQ(Of(build_.Null()), R"({"null": null})");
}

TEST_F(StringKeys, WhatHasStringsOnlyIsTheSameValue) {
  const Value* inner = Map(build_.String("a"), build_.Int(1));
  const Value* root = build_.Sequence({&inner, 1});
  EXPECT_EQ(StringifyKeys(*root, arena_), root);
}

TEST_F(StringKeys, KeysBelowOthersAreStringsToo) {
  const Value* inner = Map(build_.Int(1), Map(build_.Int(2), build_.Int(3)));
  const Value* root = build_.Sequence({&inner, 1});
  EXPECT_EQ(Abbreviate(*StringifyKeys(*root, arena_)), R"([{"1": {"2": 3}}])");
}

TEST_F(StringKeys, SpansAreThoseOfTheFile) {
  const Value* key = build_.Int(1, {3, 4});
  const Value* root = build_.WithSpan(*Map(key, build_.Null()), {3, 9});
  const Value* made = StringifyKeys(*root, arena_);
  EXPECT_EQ(made->span, root->span);
  EXPECT_EQ(made->entries()[0].key->span, key->span);
}

TEST_F(StringKeys, KeysThatBecomeOneTextAreReported) {
  const Value* null = build_.Null();
  const std::vector<Entry> entries = {{build_.String("1", {3, 6}), null},
                                      {build_.Int(2), null},
                                      {build_.Int(1, {8, 9}), null},
                                      {build_.String("a"), null}};
  std::vector<source::Span> reported;
  const Value* made =
      StringifyKeys(*build_.Mapping(entries), arena_, [&](const Value& first, const Value& second) {
        reported.insert(reported.end(), {first.span, second.span});
      });
  EXPECT_EQ(Abbreviate(*made), R"({"1": null, "2": null, "1": null, "a": null})");
  EXPECT_EQ(reported, (std::vector<source::Span>{{3, 6}, {8, 9}}));
}

// 60 levels of two aliases each: the test ends only if shared values are converted once.
TEST_F(StringKeys, WhatAliasesShareStaysShared) {
  const Value* level = Map(build_.Int(1), build_.Null());
  for (int i = 0; i < 60; ++i) {
    const std::vector<const Value*> twice = {level, build_.WithSpan(*level, {})};
    level = build_.Sequence(twice);
  }
  const Value* made = StringifyKeys(*level, arena_);
  ASSERT_EQ(made->items().size(), 2U);
  EXPECT_EQ(made->items()[0]->items().data(), made->items()[1]->items().data());
}

}  // namespace
}  // namespace kval::value
