#include "src/policy/attach_superseded.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace kval::policy {
namespace {

using Findings = std::vector<diag::Diagnostic>;

// The most severe finding of each reference: the first one of several.
class ReferenceIndex {
 public:
  explicit ReferenceIndex(const Findings& findings) : findings_(findings) {
    for (const diag::Diagnostic& finding : findings) {
      for (const diag::DiagnosticRef& other : finding.superseded_by) {
        found_[KeyOf(other)] = std::nullopt;
      }
    }
    for (size_t i = 0; i < findings.size() && !found_.empty(); ++i) {
      const diag::Diagnostic& finding = findings[i];
      for (std::string path : {std::string(), diag::Display(finding.path)}) {
        const auto known = found_.find({finding.kind, diag::ValueSpan(finding).begin, std::move(path)});
        if (known != found_.end() &&
            (!known->second || findings[*known->second].severity < finding.severity)) {
          known->second = i;
        }
      }
    }
  }

  // The finding that supersedes finding `i`; `i` if there is none.
  size_t SupersederOf(size_t i) const {
    for (const diag::DiagnosticRef& other : findings_[i].superseded_by) {
      const std::optional<size_t> found = found_.at(KeyOf(other));
      if (found && *found != i && findings_[*found].severity >= findings_[i].severity) {
        return *found;
      }
    }
    return i;
  }

 private:
  using Key = std::tuple<diag::Kind, uint32_t, std::string>;
  static Key KeyOf(const diag::DiagnosticRef& other) { return {other.kind, other.at.begin, other.path}; }

  const Findings& findings_;
  std::map<Key, std::optional<size_t>> found_;
};

// Returns for each finding the one that stays: the end of its chain, or the first finding of a cycle.
std::vector<size_t> FindRemaining(const Findings& findings) {
  const ReferenceIndex index(findings);
  std::vector<size_t> remaining(findings.size(), findings.size());  // the size: not known yet
  std::vector<bool> is_in_chain(findings.size());
  for (size_t i = 0; i < findings.size(); ++i) {
    std::vector<size_t> chain;
    size_t at = i;
    for (; remaining[at] == findings.size() && !is_in_chain[at]; at = index.SupersederOf(at)) {
      is_in_chain[at] = true;
      chain.push_back(at);
    }
    if (remaining[at] == findings.size()) {
      at = *std::min_element(std::find(chain.begin(), chain.end(), at), chain.end());
      remaining[at] = at;
    }
    for (const size_t each : chain) {
      remaining[each] = remaining[at];
      is_in_chain[each] = false;
    }
  }
  return remaining;
}

}  // namespace

std::vector<diag::Diagnostic> AttachSuperseded(std::vector<diag::Diagnostic> findings) {
  if (std::all_of(findings.begin(), findings.end(),
                  [](const diag::Diagnostic& finding) { return finding.superseded_by.empty(); })) {
    return findings;
  }
  const std::vector<size_t> remaining = FindRemaining(findings);
  for (size_t i = 0; i < findings.size(); ++i) {
    if (remaining[i] != i) {
      findings[remaining[i]].superseded.push_back(std::move(findings[i]));
    }
  }
  Findings left;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (remaining[i] == i) {
      left.push_back(std::move(findings[i]));
    }
  }
  return left;
}

}  // namespace kval::policy
