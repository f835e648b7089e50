#pragma once

#include "src/diag/diagnostic.h"

namespace kval::diag {

// Every place that a finding names, for those who move texts: whatever a Diagnostic gets that has a place is
// to be visited here.
template <typename Finding, typename Visit>
void ForEachSpan(Finding& finding, const Visit& visit) {
  for (auto& label : finding.labels) {
    visit(label.span);
  }
  for (auto& edit : finding.fix.edits) {
    visit(edit.span);
  }
  for (auto& telling : finding.told_by) {
    visit(telling.at);
  }
}

}  // namespace kval::diag
