#include "src/kubernetes/builtin_findings.h"

#include <utility>

#include "schemas/kubernetes/type_description.h"
#include "src/kubernetes/definition_path.h"
#include "src/kubernetes/hints.h"

namespace kval::kubernetes {
namespace {

// Of the resource, or of a claim that it makes.
bool IsOfStatus(const diag::Path& path) {
  constexpr size_t kOfClaim = 3;
  return (!path.empty() && path.front().key == "status") ||
         (path.size() > kOfClaim && path[1].key == "volumeClaimTemplates" && path[kOfClaim].key == "status");
}

}  // namespace

void BuiltinFindings::Consume(diag::Diagnostic finding) {
  // The API server decodes a status without validation, and usually replaces it.
  const bool is_free = finding.kind == diag::Kind::kMissingRequired || finding.kind == diag::Kind::kOneOf;
  if (is_free && IsOfStatus(finding.path)) {
    return;
  }
  if (finding.kind == diag::Kind::kFormat && IsOverwritten(resource_, finding.path)) {
    return;
  }
  if (finding.kind == diag::Kind::kUnknownKey && resource_.kind == "CustomResourceDefinition" &&
      IsDroppedInSilence(finding.path)) {
    finding.severity = diag::Severity::kWarning;
    finding.notes.emplace_back(
        "below `items` and `additionalProperties` the API server silently drops such a key");
  }
  if (diag::IsSchemaViolation(finding.kind) && finding.has_path) {
    const auto place =
        schemas::kubernetes::FieldAt(table_, resource_.api_version, resource_.kind, finding.path, version_);
    if (place) {
      finding.notes.push_back("in " + std::string(resource_.api_version) + " " + place->name + " is <" +
                              place->field.type + ">: `kval explain " + place->name + "`");
    }
  }
  if (finding.hint.empty()) {
    finding.hint = GetHint(resource_, finding);
  }
  emit_.Emit(std::move(finding));
}

}  // namespace kval::kubernetes
