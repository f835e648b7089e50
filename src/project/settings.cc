#include "src/project/settings.h"

#include <algorithm>
#include <optional>
#include <utility>

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

void AddRelaxed(const std::vector<Setting>& settings, const std::string& where,
                std::vector<std::string>& out) {
  for (const Setting& setting : settings) {
    const std::string& severity = setting.value.text;
    if (severity != "error") {
      out.push_back(setting.name.text + (severity == "off" ? " is off" : " is a " + severity) + where);
    }
  }
}

}  // namespace

std::string GetRelaxedRules(const Declaration& declaration) {
  constexpr size_t kMost = 8;
  std::vector<std::string> relaxed;
  AddRelaxed(declaration.rules, {}, relaxed);
  for (const RuleOverride& one : declaration.overrides) {
    std::string where;
    for (const LocatedString& file : one.files) {
      where += (where.empty() ? " in " : ", ") + file.text;
    }
    for (const LocatedString& word : one.ignore) {
      relaxed.push_back(word.text + " is off" + where);
    }
    AddRelaxed(one.rules, where, relaxed);
  }
  std::string line;
  for (size_t i = 0; i < std::min(relaxed.size(), kMost); ++i) {
    line += (line.empty() ? "" : "; ") + relaxed[i];
  }
  return relaxed.size() <= kMost ? line : line + "; and " + std::to_string(relaxed.size() - kMost) + " more";
}

void SetLimits(const Declaration& declaration, Limits& limits, diag::Emitter& emit) {
  for (const Setting& setting : declaration.limits) {
    if (const auto error = SetLimit(limits, setting.name.text, setting.value.text)) {
      emit.Report(setting.name.at, kBadLimit, *error).Emit();
    }
  }
}

FileRules::FileRules(const Declaration& declaration, const ProjectLocation& location, diag::Emitter& emit)
    : location_(location) {
  AddSeverities(declaration.rules, everywhere_, emit);
  for (const RuleOverride& one : declaration.overrides) {
    for (Glob& glob : ReadGlobs(one.files, emit)) {
      files_.Add(std::move(glob), overrides_.size());
    }
    policy::RuleChoice rules;
    if (one.files.empty()) {
      emit.Report(one.at, kNoFiles).Hint("name them with `files:`").Emit();
    }
    for (const LocatedString& word : one.ignore) {
      if (Result<bool> ignored = rules.Ignore(word.text); !ignored) {
        emit.Report(word.at, kBadRule, ignored.failure().message).Emit();
      }
    }
    AddSeverities(one.rules, rules, emit);
    overrides_.push_back(std::move(rules));
  }
}

policy::RuleChoice FileRules::For(const std::string& file) const {
  policy::RuleChoice choice = everywhere_;
  const std::optional<std::string> path = location_.Inside(file);
  for (const size_t index : path ? files_.Matching(*path) : std::vector<size_t>()) {
    choice = choice.Then(overrides_[index]);
  }
  return choice;
}

}  // namespace kval::project
