#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/support/result.h"

namespace kval::policy {

// Whether users may disable a rule. Not those that report unchecked input: unreadable files, limits, invalid
// YAML, unusable schemas and programs.
bool MayBeIgnored(diag::Kind kind);

// The rules of `KV301`, `type-mismatch`, `KV3` (all that begin so) or `ALL`, separated by commas; or a
// message about the word that names none, with the nearest.
Result<std::vector<diag::Kind>> RulesOf(std::string_view words);

// The rules that one such word names; none when it is no rule.
std::vector<diag::Kind> RulesNamed(std::string_view word);

// Which rules are reported, and how severely.
class RuleChoice {
 public:
  // Each takes what RulesOf takes, or for Severity `RULES=error|warning|note|off`. True, or why not.
  Result<bool> Select(std::string_view words);
  Result<bool> Ignore(std::string_view words);
  Result<bool> SetSeverity(std::string_view words);

  // This choice with a later one on top, which counts where both say something.
  RuleChoice Then(const RuleChoice& later) const;

  // Returns false if the finding is disabled; otherwise sets its severity.
  bool Apply(diag::Diagnostic& finding) const;

 private:
  enum class Asked { kError, kWarning, kNote, kOff };

  bool has_selection_ = false;
  std::map<diag::Kind, bool> is_on_;  // of what --select and --ignore name, the later one counts
  std::map<diag::Kind, Asked> asked_;
};

}  // namespace kval::policy
