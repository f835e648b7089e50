#include "src/driver/shared_step_budget.h"

#include <algorithm>
#include <string>

#include "src/driver/session.h"

namespace kval::driver {
namespace {

constexpr diag::Def<std::string_view, uint64_t> kBeyond{
    diag::Kind::kLimitSteps, "{} was not checked: the checks of this run took more than {} steps"};

}  // namespace

std::optional<uint64_t> SharedStepBudget::Allowance() const {
  const std::lock_guard lock(mutex_);
  return first_unchecked_ ? std::nullopt : std::optional(most_ - before_);
}

void SharedStepBudget::Spent(size_t file, uint64_t steps) {
  const std::lock_guard lock(mutex_);
  after_.emplace(file, steps);
  for (auto next = after_.find(next_); next != after_.end(); next = after_.find(next_)) {
    if (!first_unchecked_ && next->second > most_ - before_) {
      first_unchecked_ = next_;
    } else if (!first_unchecked_) {
      before_ += next->second;
    }
    after_.erase(next);
    ++next_;
  }
}

uint64_t StepsLeft(const Session& session) {
  return session.limits.run_steps - std::min(session.limits.run_steps, session.StepsTaken());
}

void ReportNotChecked(source::Span place, std::string_view name, size_t further, std::string_view things,
                      Session& session) {
  diag::DiagnosticBuilder said = session.emit.Report(place, kBeyond, name, session.limits.run_steps);
  if (further > 0) {
    said.Note(std::to_string(further) + " further " + std::string(things) + " were not checked either");
  }
  said.Hint("check fewer at once, or allow more with `--limit run-steps=NUMBER`").Emit();
}

void ReportNotChecked(const std::vector<InputFile>& files, size_t first, source::FileReader& reader,
                      Session& session) {
  const std::string& path = files[first].path;
  source::Span place;
  if (path != "-") {
    const Result<const source::SourceFile*> text = ReadInputFile(files[first], reader, session.sources);
    place = text ? source::Span{(*text)->base(), (*text)->base()} : place;
  }
  ReportNotChecked(place, path == "-" ? "standard input" : path, files.size() - first - 1, "files", session);
}

}  // namespace kval::driver
