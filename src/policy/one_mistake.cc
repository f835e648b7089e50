#include "src/policy/one_mistake.h"

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

Place PlaceOf(const diag::Telling& other) {
  return {other.kind, other.at.begin, other.path};
}

// The location by which other findings refer to the finding: below an alias, the location of the value.
source::Span PlaceOf(const diag::Diagnostic& finding) {
  const bool is_below_alias = finding.labels.size() > 1 && finding.labels.front().text == diag::kAliasLabel;
  return finding.labels[is_below_alias ? 1 : 0].span;
}

}  // namespace

std::vector<diag::Diagnostic> WithoutToldTwice(std::vector<diag::Diagnostic> findings) {
  // Superseding findings by kind and location, with their severity; nullopt if not reported.
  std::map<Place, std::optional<diag::Severity>> told;
  for (const diag::Diagnostic& finding : findings) {
    for (const diag::Telling& other : finding.told_by) {
      told[PlaceOf(other)] = std::nullopt;
    }
  }
  if (told.empty()) {
    return findings;
  }
  for (const diag::Diagnostic& finding : findings) {
    const source::Span at = PlaceOf(finding);
    for (const std::string& path : {std::string(), diag::Display(finding.path)}) {
      if (const auto found = told.find({finding.kind, at.begin, path}); found != told.end()) {
        found->second = std::max(finding.severity, found->second.value_or(finding.severity));
      }
    }
  }
  std::erase_if(findings, [&told](const diag::Diagnostic& finding) {
    return std::any_of(finding.told_by.begin(), finding.told_by.end(), [&](const diag::Telling& other) {
      const std::optional<diag::Severity> severity = told.at(PlaceOf(other));
      return severity && *severity >= finding.severity;
    });
  });
  return findings;
}

}  // namespace kval::policy
