#include "src/kubernetes/catalog_findings.h"

#include <string>

namespace kval::kubernetes {

void NameCatalogRelease(std::string_view release, diag::Diagnostic& finding) {
  const bool is_of_metadata = finding.path.size() > 1 && finding.path.front().key == "metadata";
  if (!diag::IsSchemaViolation(finding.kind) || is_of_metadata) {  // Kubernetes declares these fields
    return;
  }
  const bool differs_by_release =
      finding.kind == diag::Kind::kUnknownKey || finding.kind == diag::Kind::kOneOf;
  if (differs_by_release && finding.hint.empty()) {
    finding.severity = diag::Severity::kWarning;
    finding.hint = "if the cluster runs another release, pass its CustomResourceDefinition with --crds";
  }
  finding.notes.push_back("the schema is of " + std::string(release) + ", from the built-in catalogue");
}

}  // namespace kval::kubernetes
