#include "src/lang/kcl/run/missing_attributes.h"

#include <utility>

namespace kval::kcl::run {

MissingAttributes::MissingAttributes(diag::Emitter& emitter, std::vector<diag::Diagnostic> findings)
    : emitter_(emitter), findings_(std::move(findings)) {
  for (const diag::Diagnostic& finding : findings_) {
    places_.insert(finding.labels.front().span.begin);
  }
}

// In the making of one of them, of a value that is not there: messages name its type, `UndefinedType`.
void MissingAttributes::SupersedeInIncompleteInstance(diag::Diagnostic& diagnostic) const {
  for (const diag::Label& label : diagnostic.labels) {
    if (diagnostic.message.find("Undefined") != std::string::npos && label.role == diag::LabelRole::kCall &&
        places_.count(label.span.begin) > 0) {
      diagnostic.superseded_by.push_back({diag::Kind::kMissingRequired, label.span});
    }
  }
}

void MissingAttributes::Consume(diag::Diagnostic diagnostic) {
  if (diagnostic.kind == diag::Kind::kKclEvaluation) {
    SupersedeInIncompleteInstance(diagnostic);
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
