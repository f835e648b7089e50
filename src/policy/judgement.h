#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/diag/diagnostic.h"
#include "src/policy/baseline.h"
#include "src/policy/rule_choice.h"
#include "src/report/report.h"
#include "src/source/source_map.h"

namespace kval::policy {

// Which findings the user selected.
struct Policy {
  RuleChoice rules;
  // For findings in a file of this name, instead of `rules`; null: `rules` hold for all files.
  std::function<RuleChoice(const std::string& file)> rules_of;
  std::optional<Baseline> baseline;
  bool obeys_comments = true;
};

// The findings that are left, in order, and how many each means took away.
struct Judgement {
  std::vector<diag::Diagnostic> findings;
  size_t by_comment = 0;
  size_t by_baseline = 0;
  report::Counts dropped = {};  // unused comments beyond the limit on findings
};

// Those that a run found beyond the limit on findings, which a comment or a baseline can therefore not
// ignore, as far as the rules count. Where they hold errors the run has failed.
report::Counts CountDropped(const diag::Collector& findings, const RuleChoice& rules);

// Filters `findings`, which are in report order: selected rules, then suppression comments (unused ones
// become findings if `are_all` findings of the run are present), then superseded findings, then the baseline.
Judgement Judge(std::vector<diag::Diagnostic> findings, bool are_all, const source::SourceMap& sources,
                const Policy& policy, const report::Options& options);

}  // namespace kval::policy
