#include "src/policy/suppress_superseded.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "src/diag/alias_label.h"

namespace kval::policy {
namespace {

using Place = std::tuple<diag::Kind, uint32_t, std::string>;

Place PlaceOf(const diag::DiagnosticRef& other) {
  return {other.kind, other.at.begin, other.path};
}

// The location by which other findings refer to the finding: below an alias, the location of the value.
source::Span PlaceOf(const diag::Diagnostic& finding) {
  const bool is_below_alias = finding.labels.size() > 1 && finding.labels.front().text == diag::kAliasLabel;
  return finding.labels[is_below_alias ? 1 : 0].span;
}

}  // namespace

std::vector<diag::Diagnostic> SuppressSuperseded(std::vector<diag::Diagnostic> findings) {
  // Superseding findings by kind and location, with their severity; nullopt if not reported.
  std::map<Place, std::optional<diag::Severity>> reported;
  for (const diag::Diagnostic& finding : findings) {
    for (const diag::DiagnosticRef& other : finding.superseded_by) {
      reported[PlaceOf(other)] = std::nullopt;
    }
  }
  if (reported.empty()) {
    return findings;
  }
  for (const diag::Diagnostic& finding : findings) {
    const source::Span at = PlaceOf(finding);
    for (const std::string& path : {std::string(), diag::Display(finding.path)}) {
      if (const auto found = reported.find({finding.kind, at.begin, path}); found != reported.end()) {
        found->second = std::max(finding.severity, found->second.value_or(finding.severity));
      }
    }
  }
  std::erase_if(findings, [&reported](const diag::Diagnostic& finding) {
    return std::any_of(finding.superseded_by.begin(), finding.superseded_by.end(),
                       [&](const diag::DiagnosticRef& other) {
                         const std::optional<diag::Severity> severity = reported.at(PlaceOf(other));
                         return severity && *severity >= finding.severity;
                       });
  });
  return findings;
}

}  // namespace kval::policy
