#include "src/kubernetes/admission/mutation_findings.h"

#include <algorithm>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/violation_location.h"

namespace kval::kubernetes {

void LocateMutation(std::span<const AppliedMutation> applied, const value::Value& object,
                    std::string_view kind, diag::Diagnostic& finding) {
  const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
  const auto mutation = std::find_if(applied.begin(), applied.end(), [at](const AppliedMutation& each) {
    return at.has_value() && each.expression.begin <= at.begin && at.end <= each.expression.end;
  });
  if (mutation != applied.end()) {
    const std::string_view name = TextField(FieldOf(&object, "metadata"), "name");
    finding.fix = {};
    finding.notes.push_back("the policy `" + std::string(mutation->policy) + "` sets this value of the " +
                            std::string(kind) + " `" + std::string(name) + "`");
    finding.labels.push_back(
        {LocateName(object).span, "the object that the policy changes", diag::LabelRole::kRelated});
  }
}

}  // namespace kval::kubernetes
