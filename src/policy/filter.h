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

// The user's selection of findings.
struct Policy {
  RuleChoice rules;
  // The rules for findings in a file with this name, instead of `rules`; null: `rules` apply to all files.
  std::function<RuleChoice(const std::string& file)> rules_of;
  std::optional<Baseline> baseline;
  bool obeys_comments = true;
};

// The remaining findings, in order, and the number that each filter removed.
struct FilterResult {
  std::vector<diag::Diagnostic> findings;
  size_t suppressed_by_comment = 0;
  size_t suppressed_by_baseline = 0;
  report::Counts dropped = {};  // unused comments beyond the limit on findings
};

// Counts the findings beyond the limit on findings, which comments or a baseline cannot suppress, if their
// rules are selected. If there are errors among them, the run has failed.
report::Counts CountDropped(const diag::Collector& findings, const RuleChoice& rules);

// Filters `findings`, which are in report order: selected rules, then suppression comments (unused ones
// become findings if `are_all` findings of the run are present), then superseded findings, then the baseline.
FilterResult ApplyPolicy(std::vector<diag::Diagnostic> findings, bool are_all,
                         const source::SourceMap& sources, const Policy& policy,
                         const report::RenderOptions& options);

}  // namespace kval::policy
