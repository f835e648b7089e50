#include "src/driver/run_work.h"

#include <string>

namespace kval::driver {
namespace {

constexpr diag::Def<std::string_view, uint64_t> kBeyond{
    diag::Kind::kLimitSteps, "{} was not checked: the checks of this run took more than {} steps"};

}  // namespace

std::optional<uint64_t> RunWork::Allowance() const {
  const std::lock_guard lock(mutex_);
  return first_beyond_ ? std::nullopt : std::optional(most_ - before_);
}

void RunWork::Spent(size_t file, uint64_t steps) {
  const std::lock_guard lock(mutex_);
  behind_.emplace(file, steps);
  for (auto next = behind_.find(next_); next != behind_.end(); next = behind_.find(next_)) {
    if (!first_beyond_ && next->second > most_ - before_) {
      first_beyond_ = next_;
    } else if (!first_beyond_) {
      before_ += next->second;
    }
    behind_.erase(next);
    ++next_;
  }
}

void ReportBeyond(source::Span place, std::string_view name, size_t further, std::string_view things,
                  Session& session) {
  diag::Builder said = session.emit.Report(place, kBeyond, name, session.limits.run_steps);
  if (further > 0) {
    said.Note(std::to_string(further) + " further " + std::string(things) + " were not checked either");
  }
  said.Hint("check fewer at once, or allow more with `--limit run-steps=NUMBER`").Emit();
}

void ReportBeyond(const std::vector<GivenFile>& files, size_t first, source::FileReader& reader,
                  Session& session) {
  const std::string& path = files[first].path;
  source::Span place;
  if (path != "-") {
    const Result<const source::SourceFile*> text = ReadGiven(files[first], reader, session.sources);
    place = text ? source::Span{(*text)->base(), (*text)->base()} : place;
  }
  ReportBeyond(place, path == "-" ? "standard input" : path, files.size() - first - 1, "files", session);
}

}  // namespace kval::driver
