#include "src/kubernetes/ratcheted_findings.h"

#include <utility>

#include "src/diag/resource_rule.h"

namespace kval::kubernetes {
namespace {

// Whether it is an error of the schema: not of strict decoding, of a rule in CEL or beyond the schema.
bool IsOfSchema(diag::Kind kind) {
  return kind != diag::Kind::kUnknownKey && kind != diag::Kind::kCelRule && kind != diag::Kind::kCelError &&
         !diag::IsResourceRule(kind);
}

}  // namespace

void RatchetedFindings::Consume(diag::Diagnostic finding) {
  if (finding.severity == diag::Severity::kError && finding.has_path && IsOfSchema(finding.kind) &&
      schemas::crd::rules::IsUnchanged(updated_, object_, finding.path)) {
    finding.severity = diag::Severity::kNote;
    finding.notes.emplace_back(schemas::crd::rules::kAcceptedUnchanged);
  }
  has_error_ = has_error_ || finding.severity == diag::Severity::kError;
  emit_.Emit(std::move(finding));
}

}  // namespace kval::kubernetes
