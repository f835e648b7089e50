#include "src/policy/attach_superseded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "src/diag/collector.h"

namespace kval::policy {
namespace {

constexpr diag::Def<> kUnknown{diag::Kind::kUnknownKey, "unknown"};
constexpr diag::Def<> kMissing{diag::Kind::kMissingRequired, "missing"};
constexpr source::Span kKey{20, 24};
constexpr source::Span kMap{1, 5};

// Returns the messages of the remaining findings, each followed by the attached ones in parentheses.
std::string Attached(std::vector<diag::Diagnostic> findings) {
  std::string text;
  for (const diag::Diagnostic& finding : AttachSuperseded(std::move(findings))) {
    text += (text.empty() ? "" : " ") + finding.message;
    for (const diag::Diagnostic& superseded : finding.superseded) {
      text += "(" + superseded.message + ")";
    }
  }
  return text;
}

// Reports a missing key that the unknown key at kKey explains, and an unknown key at `unknown` with
// `severity`.
std::string Left(source::Span unknown, diag::Severity severity) {
  diag::Collector found;
  diag::Emitter emit(&found);
  emit.Report(kMap, kMissing).SupersededBy(diag::Kind::kUnknownKey, kKey).Emit();
  emit.Report(unknown, kUnknown).As(severity).Emit();
  return Attached(found.Release());
}

TEST(AttachSuperseded, IsAttachedToTheFindingThatStays) {
  EXPECT_EQ(Left(kKey, diag::Severity::kError), "unknown(missing)");
}

TEST(AttachSuperseded, IsReportedIfTheOtherFindingIsMissingOrLessSevere) {
  EXPECT_EQ(Left({30, 34}, diag::Severity::kError), "missing unknown");
  EXPECT_EQ(Left(kKey, diag::Severity::kWarning), "missing unknown");
}

// A finding of an unknown key at `at` that a finding of the same kind at each place supersedes.
diag::Diagnostic FindingAt(uint32_t at, const std::vector<uint32_t>& superseded_by) {
  diag::Diagnostic finding{};
  finding.kind = diag::Kind::kUnknownKey;
  finding.severity = diag::Severity::kError;
  finding.message = std::to_string(at);
  finding.labels.push_back({{at, at + 1}, "", diag::LabelRole::kPrimary});
  for (const uint32_t other : superseded_by) {
    finding.superseded_by.push_back({diag::Kind::kUnknownKey, {other, other + 1}});
  }
  return finding;
}

TEST(AttachSuperseded, AttachesChainsToTheirEnd) {
  EXPECT_EQ(Attached({FindingAt(1, {2}), FindingAt(2, {3}), FindingAt(3, {})}), "3(1)(2)");
}

TEST(AttachSuperseded, KeepsTheFirstFindingOfACycle) {
  EXPECT_EQ(Attached({FindingAt(1, {2}), FindingAt(2, {1})}), "1(2)");
  EXPECT_EQ(Attached({FindingAt(1, {2}), FindingAt(2, {3}), FindingAt(3, {4}), FindingAt(4, {2})}),
            "2(1)(3)(4)");
  EXPECT_EQ(Attached({FindingAt(1, {1})}), "1");
}

TEST(AttachSuperseded, FindsAValueBelowAnAlias) {
  diag::Diagnostic below_alias = FindingAt(9, {});
  below_alias.value_span = {2, 3};
  EXPECT_EQ(Attached({FindingAt(1, {2}), below_alias}), "9(1)");
}

// Random references, with cycles: every finding remains or is attached to a remaining one that is as severe.
TEST(AttachSuperseded, NeverLosesAFinding) {
  std::mt19937 random(1);
  const auto below = [&random](uint32_t limit) { return static_cast<uint32_t>(random() % limit); };
  for (int run = 0; run < 3000; ++run) {
    std::vector<diag::Diagnostic> findings;
    std::multiset<std::string> messages;
    const uint32_t count = 1 + below(8);
    for (uint32_t i = 0; i < count; ++i) {
      std::vector<uint32_t> superseded_by(below(3));
      std::generate(superseded_by.begin(), superseded_by.end(), [&] { return 1 + below(count); });
      findings.push_back(FindingAt(1 + below(count), superseded_by));
      findings.back().severity = static_cast<diag::Severity>(below(3));
      messages.insert(findings.back().message);
    }
    const std::vector<diag::Diagnostic> left = AttachSuperseded(findings);
    ASSERT_FALSE(left.empty());
    for (const diag::Diagnostic& finding : left) {
      messages.extract(finding.message);
      for (const diag::Diagnostic& superseded : finding.superseded) {
        EXPECT_LE(superseded.severity, finding.severity);
        EXPECT_TRUE(superseded.superseded.empty());
        messages.extract(superseded.message);
      }
    }
    EXPECT_TRUE(messages.empty());
  }
}

}  // namespace
}  // namespace kval::policy
