#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/support/result.h"

namespace kval::policy {

// Whether users may disable a rule. Not those that report unchecked input: unreadable files, limits, invalid
// YAML, unusable schemas and programs.
bool MayBeIgnored(diag::Kind kind);

// Returns the rules of `KV301`, `type-mismatch`, `KV3` (a prefix of codes) or `ALL`, separated by commas.
// `KV708` includes the single rules of the API server (diag/resource_rule.h), each of which has a code as
// well. Errors: an unknown word, with the most similar name.
Result<std::vector<diag::Kind>> RulesOf(std::string_view words);

// Returns the rules that one such word denotes; empty if it is not a rule.
std::vector<diag::Kind> RulesNamed(std::string_view word);

// The reported rules and their severities.
class RuleChoice {
 public:
  // Each takes what RulesOf takes, or for Severity `RULES=error|warning|note|off`. True, or why not.
  Result<bool> Select(std::string_view words);
  Result<bool> Ignore(std::string_view words);
  Result<bool> SetSeverity(std::string_view words);

  // Returns this choice overridden by a later one.
  RuleChoice Then(const RuleChoice& later) const;

  // Returns false if the finding is disabled; otherwise sets its severity.
  bool Apply(diag::Diagnostic& finding) const;

 private:
  enum class SeverityOverride { kError, kWarning, kNote, kOff };

  bool has_selection_ = false;
  std::map<diag::Kind, bool> is_on_;  // of what --select and --ignore name, the later one counts
  std::map<diag::Kind, SeverityOverride> requested_;
};

}  // namespace kval::policy
