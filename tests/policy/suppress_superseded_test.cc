#include "src/policy/suppress_superseded.h"

#include <gtest/gtest.h>

#include <string>

#include "src/diag/collector.h"

namespace kval::policy {
namespace {

constexpr diag::Def<> kUnknown{diag::Kind::kUnknownKey, "unknown"};
constexpr diag::Def<> kMissing{diag::Kind::kMissingRequired, "missing"};
constexpr source::Span kKey{20, 24};
constexpr source::Span kMap{1, 5};

// Reports a missing key that the unknown key at kKey explains, and an unknown key at `unknown` with
// `severity`. Returns the remaining messages.
std::string Left(source::Span unknown, diag::Severity severity) {
  diag::Collector found;
  diag::Emitter emit(&found);
  emit.Report(kMap, kMissing).SupersededBy(diag::Kind::kUnknownKey, kKey).Emit();
  emit.Report(unknown, kUnknown).As(severity).Emit();
  std::string left;
  for (const diag::Diagnostic& finding : SuppressSuperseded(found.Release())) {
    left += finding.message + " ";
  }
  return left;
}

TEST(SuppressSuperseded, IsReportedOnce) {
  EXPECT_EQ(Left(kKey, diag::Severity::kError), "unknown ");
}

TEST(SuppressSuperseded, IsReportedWhereTheOtherFindingIsNot) {
  EXPECT_EQ(Left({30, 34}, diag::Severity::kError), "missing unknown ");
  EXPECT_EQ(Left(kKey, diag::Severity::kWarning), "missing unknown ");
}

}  // namespace
}  // namespace kval::policy
