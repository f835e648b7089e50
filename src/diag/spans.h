#pragma once

#include "src/diag/diagnostic.h"

namespace kval::diag {

// Visits every location in a diagnostic, for code that moves text. Every member of Diagnostic with a location
// must be visited here.
template <typename Finding, typename Visit>
void ForEachSpan(Finding& finding, const Visit& visit) {
  for (auto& label : finding.labels) {
    visit(label.span);
  }
  if (finding.value_span.has_value()) {
    visit(finding.value_span);
  }
  for (auto& edit : finding.fix.edits) {
    visit(edit.span);
  }
  for (auto& telling : finding.superseded_by) {
    visit(telling.at);
  }
  for (auto& superseded : finding.superseded) {
    ForEachSpan(superseded, visit);
  }
}

}  // namespace kval::diag
