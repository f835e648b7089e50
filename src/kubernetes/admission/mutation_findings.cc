#include "src/kubernetes/admission/mutation_findings.h"

#include <algorithm>
#include <utility>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/violation_location.h"

namespace kval::kubernetes {

void MutationFindings::Consume(diag::Diagnostic finding) {
  const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
  const auto mutation = std::find_if(applied_.begin(), applied_.end(), [at](const AppliedMutation& each) {
    return at.has_value() && each.expression.begin <= at.begin && at.end <= each.expression.end;
  });
  if (mutation != applied_.end()) {
    const std::string_view name = TextField(FieldOf(&object_, "metadata"), "name");
    finding.fix = {};
    finding.notes.push_back("the policy `" + std::string(mutation->policy) + "` sets this value of the " +
                            std::string(kind_) + " `" + std::string(name) + "`");
    finding.labels.push_back(
        {LocateName(object_).span, "the object that the policy changes", diag::LabelRole::kRelated});
  }
  emit_.Emit(std::move(finding));
}

}  // namespace kval::kubernetes
