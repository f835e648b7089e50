#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/policy/baseline.h"
#include "src/policy/rule_choice.h"
#include "src/report/report.h"
#include "src/source/source_map.h"

namespace kval::policy {

// What the user wants to hear of.
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
};

// `findings` are all of a run, in the order of the report. Rules are chosen first, then comments looked at
// (unused ones are findings themselves), then the baseline.
Judgement Judge(std::vector<diag::Diagnostic> findings, const source::SourceMap& sources,
                const Policy& policy, const report::Options& options);

}  // namespace kval::policy
