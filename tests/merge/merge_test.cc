#include "src/merge/merge.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "src/diag/collector.h"
#include "src/merge/flag_path.h"
#include "tests/merge/notation.h"

namespace kval::merge {
namespace {

struct Fixture {
  Arena arena;
  value::Builder builder{&arena};
  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emit{&collector};
  std::vector<AnnotationTransfer> transfers;
  MergeContext context{&builder, &emit, &transfers};

  const value::Value* Value(const char* text, MergePlan* plan = nullptr) {
    return Read(text, sources, builder, plan);
  }
  std::vector<std::string> Messages() const {
    std::vector<std::string> messages;
    for (const diag::Diagnostic& diagnostic : collector.diagnostics()) {
      messages.push_back(diag::CodeOf(diagnostic.kind) + " " + diag::Display(diagnostic.path) + ": " +
                         diagnostic.message);
    }
    return messages;
  }
};

struct Case {
  const char* name;
  const char* left;
  const char* right;
  const char* merged;
};

class Overlays : public testing::TestWithParam<Case> {};

TEST_P(Overlays, Merge) {
  Fixture test;
  MergePlan plan;
  const value::Value* left = test.Value(GetParam().left);
  const value::Value* right = test.Value(GetParam().right, &plan);
  const MergeResult result = Apply(*left, *right, nullptr, plan, test.context);
  EXPECT_TRUE(result.ok) << testing::PrintToString(test.Messages());
  EXPECT_EQ(Write(*result.root), GetParam().merged);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, Overlays,
    testing::Values(
        Case{"scalar_over_scalar", "{a: 1}", "{a: 2}", "{a:2}"},
        Case{"scalar_over_map", "{a: {b: 1}}", "{a: 2}", "{a:2}"},
        Case{"null_over_map", "{a: {b: 1}}", "{a: ~}", "{a:~}"},
        Case{"map_over_null", "{a: ~}", "{a: {b: 1}}", "{a:{b:1}}"},
        Case{"array_over_null", "{a: ~}", "{a: [1]}", "{a:[1]}"},
        Case{"maps_merge_deeply", "{a: {b: {c: 1, d: 2}}}", "{a: {b: {d: 3}}}", "{a:{b:{c:1,d:3}}}"},
        Case{"empty_map_changes_nothing", "{a: {b: 1}}", "{a: {}}", "{a:{b:1}}"},
        Case{"plain_items_append", "{a: [1]}", "{a: [2, 3]}", "{a:[1,2,3]}"},
        Case{"new_key_when_optional", "{a: 1}", "{!optional b: 2}", "{a:1,b:2}"},
        Case{"new_key_by_child_defaults", "{a: {}}", "{!children_optional a: {b: {c: 1}}}", "{a:{b:{c:1}}}"},
        Case{"own_expectation_beats_child_defaults", "{a: {b: 1}}", "{!children=5 a: {!expects=1 b: 2}}",
             "{a:{b:2}}"},
        Case{"replace_map", "{a: {b: 1}}", "{!replace a: {c: 1}}", "{a:{c:1}}"},
        Case{"replace_array", "{a: [1]}", "{!replace a: [2]}", "{a:[2]}"},
        Case{"replace_missing_without_or_add", "{a: 1}", "{!replace !optional b: 2}", "{a:1}"},
        Case{"replace_or_add", "{a: 1}", "{!replace !or_add !optional b: 2}", "{a:1,b:2}"},
        Case{"remove_key", "{a: 1, b: 2}", "{!remove a: ~}", "{b:2}"},
        Case{"remove_then_add", "{a: 1, b: 2}", "{!remove a: ~, !optional a: 3}", "{b:2,a:3}"},
        Case{"remove_missing_when_optional", "{a: 1}", "{!remove !optional b: ~}", "{a:1}"},
        Case{"when_skips", "{a: 1}", "{!when=1 b: 2, !when=1 a: 3}", "{a:3}"},
        Case{"assert_holds", "{a: {b: 1, c: 2}}", "{!assert a: {b: 1}}", "{a:{b:1,c:2}}"},
        Case{"item_by_key", "[{n: a, v: 1}, {n: b, v: 2}]", "[!by=n {n: b, v: 3}]", "[{n:a,v:1},{n:b,v:3}]"},
        Case{"item_by_key_new", "[{n: a}]", "[!by=n !optional {n: b}, !by=n {n: b, !optional v: 1}]",
             "[{n:a},{n:b,v:1}]"},
        Case{"item_by_index", "[1, 2]", "[!index=1 3]", "[1,3]"},
        Case{"item_over_null", "[~]", "[!index=0 {a: 1}]", "[{a:1}]"},
        Case{"replace_item", "[{a: 1}]", "[!index=0 !replace {b: 1}]", "[{b:1}]"},
        Case{"remove_item", "[1, 2, 3]", "[!index=0 !remove ~, !index=0 !remove ~]", "[3]"},
        Case{"append_item", "[1]", "[!append 2]", "[1,2]"},
        Case{"insert_before", "[1, 2]", "[!index=1 !insert_before 9]", "[1,9,2]"},
        Case{"insert_after", "[1, 2]", "[!index=0 !insert_after 9]", "[1,9,2]"},
        Case{"insert_around", "[1, 2]", "[!index=0 !insert_after !insert_before 9]", "[9,1,9,2]"},
        Case{"insert_among_inserted", "[{n: a}, {n: b}]",
             "[!by=n !insert_after {n: a, v: 1}, !by=n !at_least=1 {n: a, !optional w: 2},"
             " !by=n !insert_before {n: b, v: 3}, !append {n: c}, !index=1 !insert_after {n: d},"
             " !index=2 !remove ~, !index=0 !insert_before {n: e}]",
             "[{n:e},{n:a,w:2},{n:a,v:1,w:2},{n:b,v:3},{n:b},{n:c}]"},
        Case{"map_items_by_value_key", "{x: {n: a, v: 1}, y: {n: b, v: 1}}", "{!by=n q: {n: b, v: 2}}",
             "{x:{n:a,v:1},y:{n:b,v:2}}"},
        Case{"array_by_index_below_merge", "{a: [{b: [1]}]}", "{a: [!index=0 {b: [2]}]}", "{a:[{b:[1,2]}]}"},
        Case{"int_and_bool_keys", "{1: a, true: b}", "{1: c, true: d}", "{1:c,true:d}"}),
    [](const testing::TestParamInfo<Case>& given) { return std::string(given.param.name); });

struct ErrorCase {
  const char* name;
  const char* left;
  const char* right;
  std::vector<std::string> messages;
  const char* merged;
};

class Errors : public testing::TestWithParam<ErrorCase> {};

TEST_P(Errors, AreAllReported) {
  Fixture test;
  MergePlan plan;
  const value::Value* left = test.Value(GetParam().left);
  const value::Value* right = test.Value(GetParam().right, &plan);
  const MergeResult result = Apply(*left, *right, nullptr, plan, test.context);
  EXPECT_FALSE(result.ok);
  EXPECT_THAT(test.Messages(), testing::ElementsAreArray(GetParam().messages));
  EXPECT_EQ(Write(*result.root), GetParam().merged);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, Errors,
    testing::Values(ErrorCase{"new_key",
                              "{a: 1}",
                              "{b: 1, a: 2, c: 3}",
                              {"KV604 b: expected to match exactly 1 map item with key `b`, but found 0",
                               "KV604 c: expected to match exactly 1 map item with key `c`, but found 0"},
                              "{a:2}"},
                    ErrorCase{"map_over_scalar",
                              "{a: {b: x}}",
                              "{a: {b: {c: 1}}}",
                              {"KV602 a.b: expected map to merge into, found string"},
                              "{a:{b:x}}"},
                    ErrorCase{"array_over_map",
                              "{a: {}}",
                              "{a: [1]}",
                              {"KV602 a: expected array to merge into, found map"},
                              "{a:{}}"},
                    ErrorCase{"wrong_count",
                              "[1, 2]",
                              "[!index=7 !expects=1 1]",
                              {"KV600 [0]: expected to match exactly 1 array item at index 7, but found 0"},
                              "[1,2]"},
                    ErrorCase{"at_least",
                              "{a: 1}",
                              "{!at_least=2 a: 2}",
                              {"KV600 a: expected to match at least 2 map items with key `a`, but found 1"},
                              "{a:1}"},
                    ErrorCase{"no_by",
                              "[1]",
                              "[!match 1]",
                              {"KV605 [0]: `@overlay/match` on an array item requires `by=`"},
                              "[1]"},
                    ErrorCase{"two_keywords_for_the_count",
                              "{a: {}}",
                              "{!children=5 a: {!optional b: 1}}",
                              {"KV201 a.b: `missing_ok` and `expects` of `@overlay/match-child-defaults` "
                               "are mutually exclusive"},
                              "{a:{}}"},
                    ErrorCase{"insert_on_map_item",
                              "{a: 1}",
                              "{!insert_before a: 1}",
                              {"KV605 a: `@overlay/insert` cannot be used on a map item"},
                              "{a:1}"},
                    ErrorCase{"append_on_map_item",
                              "{a: 1}",
                              "{!append a: 1}",
                              {"KV605 a: `@overlay/append` cannot be used on a map item"},
                              "{a:1}"},
                    ErrorCase{"key_missing_on_the_left",
                              "[{m: 1}]",
                              "[!by=n {n: 1}]",
                              {"KV605 [0]: matching by `n` requires this key, which is missing"},
                              "[{m:1}]"},
                    ErrorCase{"no_map_on_the_left",
                              "[5]",
                              "[!by=n {n: 1}]",
                              {"KV605 [0]: matching by `n` requires maps, found integer"},
                              "[5]"},
                    ErrorCase{"assert_fails",
                              "{a: {b: 1}, c: 1}",
                              "{!assert a: {b: 2}, c: 5}",
                              {"KV606 a: the assertion of the overlay failed: expected an equal value"},
                              "{a:{b:1},c:5}"},
                    ErrorCase{"remove_missing",
                              "{a: 1}",
                              "{!remove b: ~}",
                              {"KV604 b: expected to match exactly 1 map item with key `b`, but found 0"},
                              "{a:1}"}),
    [](const testing::TestParamInfo<ErrorCase>& given) { return std::string(given.param.name); });

struct PlainCase {
  const char* name;
  const char* left;
  const char* right;
  const char* merged;
};

class PlainMerge : public testing::TestWithParam<PlainCase> {};

TEST_P(PlainMerge, NeedsNothingAndReplacesArrays) {
  Fixture test;
  const MergePlan plan(Defaults::kPlain);
  const MergeResult result =
      Apply(*test.Value(GetParam().left), *test.Value(GetParam().right), nullptr, plan, test.context);
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(Write(*result.root), GetParam().merged);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, PlainMerge,
    testing::Values(PlainCase{"arrays_replace", "{a: [1], b: 1}", "{a: [2]}", "{a:[2],b:1}"},
                    PlainCase{"array_over_map", "{a: {b: 1}}", "{a: [2]}", "{a:[2]}"},
                    PlainCase{"new_keys", "{a: {}}", "{a: {b: 1}, c: 2}", "{a:{b:1},c:2}"},
                    PlainCase{"empty_map", "{a: {b: 1}}", "{a: {}}", "{a:{b:1}}"},
                    PlainCase{"null", "{a: {b: 1}}", "{a: ~}", "{a:~}"}),
    [](const testing::TestParamInfo<PlainCase>& given) { return std::string(given.param.name); });

TEST(Merge, WhatAnUnreadPartMayHaveSetIsNotKnownAnyMore) {
  Fixture test;
  const value::Value* left = test.Value("{a: 1, b: {c: 2, d: 3}}");
  const value::Value* right = test.Value("{b: {c: 4}}");
  const value::Entry entry{right->entries()[0].key, test.builder.MakePartial(*right->entries()[0].value)};
  const value::Value* partial = test.builder.WithEntries(*right, {&entry, 1});
  const MergeResult first = Apply(*left, *partial, nullptr, MergePlan(Defaults::kPlain), test.context);
  EXPECT_EQ(Write(*first.root), "{a:1,b:{c:4,d:3}}");
  EXPECT_EQ(first.root->gap, value::Recovery::kNone);
  const value::Value& b = *value::Find(*first.root, "b");
  EXPECT_EQ(b.gap, value::Recovery::kPartial);
  EXPECT_EQ(value::Find(b, "c")->gap, value::Recovery::kNone);
  EXPECT_EQ(value::Find(b, "d")->gap, value::Recovery::kError);
  // A value set by a later layer is known again.
  const MergeResult second =
      Apply(*first.root, *test.Value("{b: {d: 5}}"), nullptr, MergePlan(Defaults::kPlain), test.context);
  EXPECT_EQ(value::Find(*value::Find(*second.root, "b"), "d")->gap, value::Recovery::kNone);
  EXPECT_EQ(value::Find(*second.root, "b")->gap, value::Recovery::kPartial);
}

TEST(Merge, ItemsWithoutAMatchMatchNothing) {
  Fixture test;
  MergePlan plan;
  const value::Value* left = test.Value("[1]");
  const value::Value* right = test.Value("[!remove 1, !merge 2, !assert 3]", &plan);
  const MergeResult result = Apply(*left, *right, nullptr, plan, test.context);
  EXPECT_TRUE(result.ok);
  EXPECT_THAT(test.Messages(),
              testing::ElementsAre(
                  "KV605 [0]: `@overlay/remove` on an array item does nothing without `@overlay/match by=`",
                  "KV605 [2]: `@overlay/assert` on an array item does nothing without `@overlay/match by=`"));
  EXPECT_EQ(Write(*result.root), "[1,2]");
}

TEST(Merge, SharesWhatIsNotTouched) {
  Fixture test;
  const MergePlan plan;
  const value::Value* left = test.Value("{a: {b: 1}, c: {d: 1}}");
  const MergeResult result = Apply(*left, *test.Value("{c: {d: 2}}"), nullptr, plan, test.context);
  EXPECT_EQ(result.root->entries()[0].value, left->entries()[0].value);
  EXPECT_NE(result.root->entries()[1].value, left->entries()[1].value);
  EXPECT_EQ(Write(*left), "{a:{b:1},c:{d:1}}");
}

TEST(Merge, RepeatedLayerChangesNothing) {
  Fixture test;
  const MergePlan plan(Defaults::kPlain);
  const value::Value* left = test.Value("{a: 1, b: [1], c: {d: ~, e: 2}}");
  const value::Value* right = test.Value("{a: 2, b: [2], c: {d: 3, e: ~}}");
  const MergeResult once = Apply(*left, *right, nullptr, plan, test.context);
  EXPECT_EQ(Apply(*once.root, *right, nullptr, plan, test.context).root, once.root);
  // After a different layer, applying the same layer again has an effect.
  const MergeResult other = Apply(*once.root, *left, nullptr, plan, test.context);
  EXPECT_EQ(Write(*Apply(*other.root, *right, nullptr, plan, test.context).root), "{a:2,b:[2],c:{d:3,e:~}}");
}

TEST(Merge, ReplacedValuesCarryTheOverlaysPlaceAndMergedMapsKeepTheirs) {
  Fixture test;
  const MergePlan plan;
  const value::Value* left = test.Value("{a: {b: 1}}");
  const value::Value* right = test.Value("{a: {b: 2}}");
  const value::Value* merged = Apply(*left, *right, nullptr, plan, test.context).root;
  const value::Entry a = merged->entries()[0];
  EXPECT_EQ(a.key, left->entries()[0].key);
  EXPECT_EQ(a.value->span, left->entries()[0].value->span);
  const value::Entry b = a.value->entries()[0];
  EXPECT_EQ(b.key->span, right->entries()[0].value->entries()[0].key->span);
  EXPECT_EQ(b.value->span, right->entries()[0].value->entries()[0].value->span);
}

TEST(Merge, TransfersTheIdentityOfTheLeftSideOnMergeAndOfTheRightOnReplace) {
  Fixture test;
  MergePlan plan;
  const value::Value* left = test.Value("[{a: 1}, 5]");
  const value::Value* right = test.Value("[!index=0 {a: 2}, !index=1 !replace 6]", &plan);
  const value::Value* merged = Apply(*left, *right, nullptr, plan, test.context).root;
  ASSERT_EQ(test.transfers.size(), 3u);
  EXPECT_EQ(test.transfers[0].from, left->items()[0]->entries()[0].key);
  EXPECT_EQ(test.transfers[1].from, left->items()[0]);
  EXPECT_EQ(test.transfers[1].to, merged->items()[0]);
  EXPECT_EQ(test.transfers[2].from, right->items()[1]);
  EXPECT_EQ(test.transfers[2].to, merged->items()[1]);
}

TEST(Merge, ManyKeysInLinearTime) {
  Fixture test;
  const MergePlan plan;
  std::string left = "{", right = "{";
  for (int i = 0; i < 100'000; ++i) {
    left += "k" + std::to_string(i) + ": 1, ";
    right += "k" + std::to_string(99'999 - i) + ": 2, ";
  }
  const MergeResult result = Apply(*test.Value((left + "}").c_str()), *test.Value((right + "}").c_str()),
                                   nullptr, plan, test.context);
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.root->entries().size(), 100'000u);
  EXPECT_EQ(result.root->entries()[99'999].value->integer, 2);
}

TEST(Merge, ManyItemsByKeyInLinearTime) {
  Fixture test;
  MergePlan plan;
  std::string left = "[", right = "[";
  for (int i = 0; i < 50'000; ++i) {
    left += "{n: k" + std::to_string(i) + ", v: 1}, ";
    right += "!by=n {n: k" + std::to_string(i) + ", v: 2}, ";
  }
  const value::Value* base = test.Value((left + "]").c_str());
  const value::Value* overlay = test.Value((right + "]").c_str(), &plan);
  const MergeResult result = Apply(*base, *overlay, nullptr, plan, test.context);
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(Write(*result.root->items()[49'999]), "{n:k49999,v:2}");
}

TEST(Merge, SuggestsTheNearestKey) {
  Fixture test;
  const MergePlan plan;
  Apply(*test.Value("{replicas: 1}"), *test.Value("{replica: 1}"), nullptr, plan, test.context);
  ASSERT_EQ(test.collector.diagnostics().size(), 1u);
  EXPECT_EQ(test.collector.diagnostics()[0].hint,
            "did you mean `replicas`? To add a new key, put `#@overlay/match missing_ok=True` above it");
}

TEST(Origins, LeadFromAMergedValueToThoseThatItWasMadeOf) {
  Fixture test;
  const MergePlan plan(Defaults::kPlain);
  const value::Value* first = test.Value("{a: 1}");
  const value::Value* second = test.Value("{a: 2}");
  const value::Value* third = test.Value("{a: 3}");
  const value::Value* merged = Apply(*first, *second, nullptr, plan, test.context).root;
  merged = Apply(*merged, *third, nullptr, plan, test.context).root;
  const value::Origin* last = merged->entries()[0].value->origin();
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->right->span, third->entries()[0].value->span);
  ASSERT_NE(last->left->origin(), nullptr);
  EXPECT_EQ(last->left->origin()->right->span, second->entries()[0].value->span);
  EXPECT_EQ(last->left->origin()->left->span, first->entries()[0].value->span);
}

struct FlagCase {
  const char* path;
  const char* merged;  // base: {db: {host: h, port: 1}, list: [{n: 1}, {n: 2}]}; empty: invalid path
};

TEST(Flags, SetOnePlace) {
  const FlagCase cases[] = {
      {"db.host", "{db:{host:new,port:1},list:[{n:1},{n:2}]}"},
      {"db", "{db:new,list:[{n:1},{n:2}]}"},
      {"a.b", "{db:{host:h,port:1},list:[{n:1},{n:2}],a:{b:new}}"},
      {"a\\.b", "{db:{host:h,port:1},list:[{n:1},{n:2}],a.b:new}"},
      {"list[1].n", "{db:{host:h,port:1},list:[{n:1},{n:new}]}"},
      {"list[0]", "{db:{host:h,port:1},list:[new,{n:2}]}"},
      {"list[0]x", ""},
      {"list[x]", ""},
      {"a..b", "{db:{host:h,port:1},list:[{n:1},{n:2}],a:{:{b:new}}}"},
      {"", "{db:{host:h,port:1},list:[{n:1},{n:2}],:new}"},
      {"a:b", ""},
      {"list[", ""},
      {"list[9]", ""},
      {"db.host.x", ""},
  };
  for (const FlagCase& one : cases) {
    Fixture test;
    const auto path = ParseFlagPath(one.path, 0, test.arena, EmptySteps::kAreKeys);
    if (!path.ok()) {
      EXPECT_STREQ(one.merged, "") << one.path;
      continue;
    }
    MergePlan plan;
    const value::Value* overlay = FlagOverlay(*path, *test.builder.String("new"), test.builder, plan);
    const MergeResult result = Apply(*test.Value("{db: {host: h, port: 1}, list: [{n: 1}, {n: 2}]}"),
                                     *overlay, nullptr, plan, test.context);
    EXPECT_EQ(result.ok ? Write(*result.root) : "", one.merged) << one.path;
  }
}

class EvenPlaces final : public Matcher {
 public:
  std::optional<bool> Matches(const Candidate& left, const value::Value&,
                              const OverlayCaller&) const override {
    return left.index % 2 == 0;
  }
};

TEST(Documents, MatchRemoveInsertAndAppend) {
  Fixture test;
  const EvenPlaces even;
  std::vector<SetDocument> base;
  for (const char* text : {"{a: 1}", "{a: 2}", "{a: 3}"}) {
    const value::Value* root = test.Value(text);
    base.push_back({test.builder.Null(), root, root->span, static_cast<uint32_t>(base.size())});
  }
  const struct {
    Action action;
    const char* expected;
    bool ok;
  } cases[] = {
      {Action::kMerge, "{a:9} {a:2} {a:9}", true},
      {Action::kReplace, "{a:9} {a:2} {a:9}", true},
      {Action::kRemove, "{a:2}", true},
      {Action::kAppend, "{a:1} {a:2} {a:3} {a:9}", true},
      {Action::kInsert, "{a:9} {a:1} {a:2} {a:9} {a:3}", true},
      {Action::kAssert, "{a:1} {a:2} {a:3}", false},
  };
  for (const auto& one : cases) {
    MergePlan plan;
    const value::Value* node = test.builder.Null();
    Op& op = plan.At(node);
    op.action = one.action;
    op.by = &even;
    op.has_match = true;
    op.before = true;
    op.expects = Expectation::Exactly(2);
    const value::Value* root = test.Value("{a: 9}");
    const MergeSetResult result = ApplySet(base, {{node, root, root->span, 0}}, plan, test.context);
    std::string written;
    for (const SetDocument& document : result.documents) {
      written += (written.empty() ? "" : " ") + Write(*document.root);
    }
    EXPECT_EQ(written, one.expected) << ActionName(one.action);
    EXPECT_EQ(result.ok, one.ok) << ActionName(one.action);
  }
}

TEST(Documents, NeedAMatch) {
  Fixture test;
  const MergePlan plan;
  const value::Value* root = test.Value("{a: 1}");
  const MergeSetResult result =
      ApplySet({{root, root, root->span, 0}}, {{root, root, root->span, 0}}, plan, test.context);
  EXPECT_FALSE(result.ok);
  EXPECT_THAT(
      test.Messages(),
      testing::ElementsAre("KV605 : an overlay document requires `@overlay/match by=` with a function"));
}

}  // namespace
}  // namespace kval::merge
