#include "src/policy/one_mistake.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace kval::policy {
namespace {

using Place = std::pair<diag::Kind, uint32_t>;

Place PlaceOf(diag::Kind kind, source::Span at) {
  return {kind, at.begin};
}

}  // namespace

std::vector<diag::Diagnostic> WithoutToldTwice(std::vector<diag::Diagnostic> findings) {
  // What is asked about, and how severe the finding there is; nothing: there is none.
  std::map<Place, std::optional<diag::Severity>> told;
  for (const diag::Diagnostic& finding : findings) {
    for (const diag::Telling& other : finding.told_by) {
      told[PlaceOf(other.kind, other.at)] = std::nullopt;
    }
  }
  if (told.empty()) {
    return findings;
  }
  for (const diag::Diagnostic& finding : findings) {
    if (const auto found = told.find(PlaceOf(finding.kind, finding.labels.front().span));
        found != told.end()) {
      found->second = std::max(finding.severity, found->second.value_or(finding.severity));
    }
  }
  std::erase_if(findings, [&told](const diag::Diagnostic& finding) {
    return std::any_of(finding.told_by.begin(), finding.told_by.end(), [&](const diag::Telling& other) {
      const std::optional<diag::Severity> severity = told.at(PlaceOf(other.kind, other.at));
      return severity && *severity >= finding.severity;
    });
  });
  return findings;
}

}  // namespace kval::policy
