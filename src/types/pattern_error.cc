#include "src/types/pattern_error.h"

#include <string>
#include <utility>

namespace kval::types {
namespace {

constexpr std::string_view kTooLargeWords =
    "the regular expression takes more memory than the limit `regex-memory`";
constexpr diag::Def<std::string_view> kTooLarge{diag::Kind::kLimitSteps, "{}"};

PredicateResult Broken(std::string found) {
  PredicateResult verdict;
  verdict.answer = PredicateResult::PredicateOutcome::kError;
  verdict.error_kind = diag::Kind::kLimitSteps;
  verdict.found = std::move(found);
  return verdict;
}

class NotTested final : public Predicate {
 public:
  PredicateResult Test(const value::Value& /*subject*/, const RuleScope& /*scope*/) const override {
    return Broken(std::string(kTooLargeWords));
  }
  std::string Describe() const override { return "a pattern that is too large"; }
};

}  // namespace

PredicateResult MakeCostExceeded(const Pattern& pattern) {
  return Broken("matching the pattern `" + pattern.text() + "` exceeds the limit `regex-matches`");
}

bool ReportIfTooLarge(const Failure& failure, source::Span at, diag::Emitter& emit) {
  if (failure.kind != FailureKind::kTooLarge) {
    return false;
  }
  emit.Report(at, kTooLarge, kTooLargeWords).Emit();
  return true;
}

std::shared_ptr<const Predicate> MakeTooLargePattern() {
  return std::make_shared<NotTested>();
}

}  // namespace kval::types
