#include "src/project/settings.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/project/plan.h"

namespace kval::project {
namespace {

using diag::Def;
using diag::Kind;

constexpr Def<std::string_view> kBadLimit{Kind::kBadProject, "{}"};
constexpr Def<std::string_view> kBadRule{Kind::kBadProject, "{}"};
constexpr Def<> kNoFiles{Kind::kBadProject, "an override names no files"};

void AddSeverities(const std::vector<Setting>& settings, policy::RuleChoice& choice, diag::Emitter& emit) {
  for (const Setting& setting : settings) {
    if (Result<bool> set = choice.SetSeverity(setting.name.text + "=" + setting.value.text); !set) {
      emit.Report(setting.name.at, kBadRule, set.failure().message).Emit();
    }
  }
}

}  // namespace

void SetLimits(const Declaration& declaration, Limits& limits, diag::Emitter& emit) {
  for (const Setting& setting : declaration.limits) {
    if (const auto fault = SetLimit(limits, setting.name.text, setting.value.text)) {
      emit.Report(setting.name.at, kBadLimit, *fault).Emit();
    }
  }
}

Rules::Rules(const Declaration& declaration, const Location& location, diag::Emitter& emit)
    : location_(location) {
  AddSeverities(declaration.rules, everywhere_, emit);
  for (const Override& one : declaration.overrides) {
    for (Glob& glob : ReadGlobs(one.files, emit)) {
      files_.Add(std::move(glob), overrides_.size());
    }
    policy::RuleChoice rules;
    if (one.files.empty()) {
      emit.Report(one.at, kNoFiles).Hint("name them with `files:`").Emit();
    }
    for (const Text& word : one.ignore) {
      if (Result<bool> ignored = rules.Ignore(word.text); !ignored) {
        emit.Report(word.at, kBadRule, ignored.failure().message).Emit();
      }
    }
    AddSeverities(one.rules, rules, emit);
    overrides_.push_back(std::move(rules));
  }
}

policy::RuleChoice Rules::For(const std::string& file) const {
  policy::RuleChoice choice = everywhere_;
  const std::optional<std::string> path = location_.Inside(file);
  for (const size_t index : path ? files_.Matching(*path) : std::vector<size_t>()) {
    choice = choice.Then(overrides_[index]);
  }
  return choice;
}

}  // namespace kval::project
