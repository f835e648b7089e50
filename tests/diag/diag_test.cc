#include <gtest/gtest.h>

#include <set>
#include <string>

#include "src/diag/collector.h"
#include "src/diag/spans.h"

namespace kval::diag {
namespace {

constexpr Def<std::string_view> kFirst{Kind::kUnknownKey, "key `{}`"};
constexpr Def<> kSecond{Kind::kDeprecated, "old"};

TEST(Kinds, HaveUniqueNumbersAndNamesInOrder) {
  std::set<uint16_t> numbers;
  std::set<std::string_view> names;
  uint16_t last = 0;
  for (const KindEntry& entry : AllKinds()) {
    EXPECT_TRUE(numbers.insert(entry.number).second) << entry.name;
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_GT(entry.number, last) << entry.name;
    EXPECT_EQ(&EntryOf(entry.kind), &entry);
    last = entry.number;
  }
}

TEST(Kinds, AreFoundByCodeAndName) {
  EXPECT_EQ(FindKind("kv301")->kind, Kind::kTypeMismatch);
  EXPECT_EQ(FindKind("type-mismatch")->kind, Kind::kTypeMismatch);
  EXPECT_EQ(FindKind("KV999"), nullptr);
  EXPECT_EQ(CodeOf(Kind::kUnreadable), "KV001");
}

TEST(Path, IsShownAndPointed) {
  const Path path = {PathStep::Key("a"), PathStep::Index(2), PathStep::Key("b.c"), PathStep::Key("d/~")};
  EXPECT_EQ(Display(path), "a[2][\"b.c\"].d/~");
  EXPECT_EQ(JsonPointer(path), "/a/2/b.c/d~1~0");
  EXPECT_EQ(Display({}), "");
  EXPECT_EQ(Display({PathStep::Key("\x1b[31m")}), "[\"\\x1b[31m\"]");
}

TEST(Emitter, CountsAndHandsOver) {
  Collector collector;
  Emitter emit(&collector);
  emit.Report({5, 6}, kFirst, "x").Label("here").Hint("do").Emit();
  emit.Report({1, 2}, kSecond).Emit();
  EXPECT_EQ(emit.error_count(), 1U);
  EXPECT_EQ(emit.warning_count(), 1U);
  EXPECT_EQ(collector.diagnostics()[0].message, "key `x`");
  EXPECT_EQ(collector.diagnostics()[0].labels[0].text, "here");
}

TEST(Emitter, ShortensLongArguments) {
  Collector collector;
  Emitter emit(&collector);
  emit.Report({5, 6}, kFirst, std::string(100000, 'x')).Emit();
  const std::string& message = collector.diagnostics()[0].message;
  EXPECT_EQ(message, "key `" + message.substr(5, 2000) + "…`");
}

TEST(Emitter, ShortensTextsOfAnySize) {
  Collector collector;
  Emitter emit(&collector);
  const std::string text(1000000, 'x');
  emit.ReportText({5, 6}, Kind::kUnknownKey, text).Label(text).Hint(text).Note(text).Found(text).Emit();
  const Diagnostic& diagnostic = collector.diagnostics()[0];
  for (const std::string& each : {diagnostic.message, diagnostic.labels[0].text, diagnostic.hint,
                                  diagnostic.notes[0], diagnostic.found}) {
    EXPECT_LT(each.size(), 70000U);
    EXPECT_TRUE(each.ends_with("…"));
  }
}

TEST(Spans, AreVisitedInLabelsEditsAndSupersedingDiagnostics) {
  Collector findings;
  Emitter emit(&findings);
  emit.Report({3, 5}, kSecond)
      .Related({7, 8}, "there")
      .Fix({"change it", {{{3, 4}, "x"}, {{9, 9}, "y"}}})
      .SupersededBy(Kind::kUnknownKey, {1, 2})
      .Emit();
  Diagnostic finding = findings.diagnostics().front();
  ForEachSpan(finding, [](source::Span& span) { span = {span.begin + 10, span.end + 10}; });
  EXPECT_EQ(finding.labels[0].span, (source::Span{13, 15}));
  EXPECT_EQ(finding.labels[1].span, (source::Span{17, 18}));
  EXPECT_EQ(finding.fix.edits[0].span, (source::Span{13, 14}));
  EXPECT_EQ(finding.fix.edits[1].span, (source::Span{19, 19}));
  EXPECT_EQ(finding.superseded_by[0].at, (source::Span{11, 12}));
}

TEST(Collector, SortsByPlaceAndDropsRepetitions) {
  Collector collector;
  Emitter emit(&collector);
  emit.Report({5, 6}, kFirst, "x").Emit();
  emit.Report({1, 2}, kSecond).Emit();
  emit.Report({5, 6}, kFirst, "x").Emit();
  const std::vector<Diagnostic> sorted = collector.Sorted();
  ASSERT_EQ(sorted.size(), 2U);
  EXPECT_EQ(sorted[0].kind, Kind::kDeprecated);
  EXPECT_EQ(sorted[1].message, "key `x`");
}

TEST(Collector, DistinguishesRulesWithEqualMessages) {
  Collector collector;
  Emitter emit(&collector);
  for (const uint32_t rule : {10U, 20U, 10U}) {
    emit.Report({5, 6}, kFirst, "x").Schema({rule, rule + 1}, "here").Emit();
  }
  EXPECT_EQ(collector.Sorted().size(), 2U);
}

TEST(Collector, KeepsSoManyWordsAndCountsTheRest) {
  Collector collector(1000);
  for (uint32_t i = 0; i < 6; ++i) {
    Diagnostic diagnostic{Kind::kUnknownKey, Severity::kError,
                          std::string(Collector::kMaxTextBytes / 4, 'a')};
    diagnostic.labels.push_back({{i + 1, i + 2}, {}, LabelRole::kPrimary});
    collector.Consume(std::move(diagnostic));
  }
  EXPECT_EQ(collector.diagnostics().size(), 4u);
  EXPECT_EQ(collector.dropped().begin()->second, 2u);
}

TEST(Collector, KeepsTheFirstOfEachKindAndCountsTheRest) {
  Collector collector(2);
  Emitter emit(&collector);
  for (int i = 0; i < 5; ++i) {
    emit.Report({1, 2}, kFirst, "x").Emit();
  }
  emit.Report({1, 2}, kSecond).Emit();
  emit.Report({1, 2}, kSecond).Emit();
  ASSERT_EQ(collector.diagnostics().size(), 3U);
  EXPECT_EQ(collector.diagnostics()[2].kind, Kind::kDeprecated);
  EXPECT_EQ(collector.dropped().at({Kind::kUnknownKey, Severity::kError}), 3U);
  EXPECT_EQ(collector.dropped().at({Kind::kDeprecated, EntryOf(Kind::kDeprecated).severity}), 1U);
  EXPECT_EQ(emit.error_count(), 5U);
  Collector other;
  other.CountDropped(collector);
  EXPECT_EQ(other.dropped(), collector.dropped());
}

}  // namespace
}  // namespace kval::diag
