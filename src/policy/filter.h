#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/collector.h"
#include "src/diag/diagnostic.h"
#include "src/policy/rule_choice.h"
#include "src/report/report.h"
#include "src/source/source_map.h"
#include "src/support/result.h"

namespace kval::policy {

// Findings that are known and not to be reported again, by fingerprint: code, file, path and message, but no
// line, so that a baseline survives edits of the files. JSON, sorted, for review and merging.
class Baseline {
 public:
  static Result<Baseline> Read(std::string_view json, std::string_view name);

  // Whether the finding with this fingerprint is known.
  bool Has(const std::string& fingerprint) const { return known_.count(fingerprint) != 0; }
  size_t size() const { return known_.size(); }

 private:
  std::map<std::string, bool, std::less<>> known_;
};

// Writes the findings that can be suppressed as a baseline.
std::string WriteBaseline(const report::Findings& findings, const report::RenderOptions& options);

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
