#include "src/lang/kcl/run/missing_attributes.h"

#include <algorithm>
#include <utility>

namespace kval::kcl::run {

MissingAttributes::MissingAttributes(diag::Emitter& emitter, std::vector<diag::Diagnostic> findings)
    : emitter_(emitter), findings_(std::move(findings)) {
  for (const diag::Diagnostic& finding : findings_) {
    places_.insert(finding.labels.front().span.begin);
  }
}

// In the making of one of them, of a value that is not there: messages name its type, `UndefinedType`.
bool MissingAttributes::ConcernsIncompleteInstance(const diag::Diagnostic& diagnostic) const {
  return diagnostic.message.find("Undefined") != std::string::npos &&
         std::any_of(diagnostic.labels.begin(), diagnostic.labels.end(), [&](const diag::Label& label) {
           return label.role == diag::LabelRole::kCall && places_.count(label.span.begin) > 0;
         });
}

void MissingAttributes::Consume(diag::Diagnostic diagnostic) {
  if (diagnostic.kind == diag::Kind::kKclEvaluation && ConcernsIncompleteInstance(diagnostic)) {
    return;
  }
  if (diagnostic.kind == diag::Kind::kMissingRequired) {
    reported_.insert(diagnostic.labels.front().span.begin);
  }
  emitter_.Emit(std::move(diagnostic));
}

void MissingAttributes::ReportRemaining() {
  for (diag::Diagnostic& finding : findings_) {
    if (reported_.count(finding.labels.front().span.begin) == 0) {
      emitter_.Emit(std::move(finding));
    }
  }
  findings_.clear();
}

}  // namespace kval::kcl::run
