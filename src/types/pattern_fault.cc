#include "src/types/pattern_fault.h"

#include <string>
#include <utility>

namespace kval::types {
namespace {

constexpr std::string_view kTooLargeWords =
    "the regular expression takes more memory than the limit `regex-memory`";
constexpr diag::Def<std::string_view> kTooLarge{diag::Kind::kLimitSteps, "{}"};

Verdict Broken(std::string found) {
  Verdict verdict;
  verdict.answer = Verdict::Answer::kBroken;
  verdict.broken_kind = diag::Kind::kLimitSteps;
  verdict.found = std::move(found);
  return verdict;
}

class NotTested final : public Predicate {
 public:
  Verdict Test(const value::Value& /*subject*/, const Scope& /*scope*/) const override {
    return Broken(std::string(kTooLargeWords));
  }
  std::string Describe() const override { return "a pattern that is too large"; }
};

}  // namespace

Verdict TooMuchWork(const Pattern& pattern) {
  return Broken("matching the pattern `" + pattern.text() + "` exceeds the limit `regex-matches`");
}

bool ReportedTooLarge(const Failure& failure, source::Span at, diag::Emitter& emit) {
  if (failure.kind != FailureKind::kTooLarge) {
    return false;
  }
  emit.Report(at, kTooLarge, kTooLargeWords).Emit();
  return true;
}

std::shared_ptr<const Predicate> TooLargePattern() {
  return std::make_shared<NotTested>();
}

}  // namespace kval::types
