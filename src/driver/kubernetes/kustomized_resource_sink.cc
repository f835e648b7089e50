#include "src/driver/kubernetes/kustomized_resource_sink.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace kval::driver {
namespace {

using Text = std::string_view;

// Whether a patch of the field that the finding is about may correct it. A patch does not declare keys.
bool IsAboutPatchedValue(const diag::Diagnostic& finding) {
  return finding.has_path && !finding.path.empty() && diag::CategoryOf(finding.kind).concerns_values &&
         finding.kind != diag::Kind::kUnknownKey && finding.kind != diag::Kind::kDuplicateKey;
}

}  // namespace

bool ReplacedField::Matches(const diag::Path& path) const {
  if (path.size() < steps.size()) {
    return false;
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    const Text step = steps[i];
    const bool is_item = step == "*" || step == "-" || step.starts_with('[') ||
                         step.find_first_not_of("0123456789") == Text::npos;
    if (path[i].index >= 0 ? !is_item : path[i].key != step && step != "*") {
      return false;
    }
  }
  return !steps.empty();
}

// The kinds are kustomize's own (api/internal/konfig/builtinpluginconsts): it knows no fields of others.
void KustomizedResourceSink::BeginResource(const value::Value& document,
                                           const std::vector<ReplacedField>* applied) {
  applied_ = applied;
  const auto text_at = [&](Text key) {
    const value::Value* found = document.kind == value::Kind::kMapping ? value::Find(document, key) : nullptr;
    return found == nullptr ? Text() : found->raw.view();
  };
  const Text api = text_at("apiVersion");
  const Text kind = text_at("kind");
  const auto is_one_of = [&](Text group, std::initializer_list<Text> kinds) {
    return api.starts_with(group) && std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  const value::Value* metadata =
      document.kind == value::Kind::kMapping ? value::Find(document, "metadata") : nullptr;
  const value::Value* named = metadata == nullptr ? nullptr : value::Find(*metadata, "name");
  const Text name = named == nullptr ? Text() : named->raw.view();
  replaced_.clear();
  for (const ReplacedField& field : all_replaced_) {
    if ((field.name.empty() || field.name == name) && (field.kind.empty() || field.kind == kind)) {
      replaced_.push_back(&field);
    }
  }
  patched_ = fields_.patched.For(document);
  is_namespace_ = api == "v1" && kind == "Namespace";
  gets_selector_ = is_one_of("apps/", {"Deployment", "ReplicaSet", "DaemonSet", "StatefulSet"});
  gets_namespaces_ = is_one_of("rbac.authorization.k8s.io/", {"RoleBinding", "ClusterRoleBinding"}) ||
                     is_one_of("admissionregistration.k8s.io/",
                               {"MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"}) ||
                     is_one_of("apiregistration.k8s.io/", {"APIService"}) ||
                     is_one_of("apiextensions.k8s.io/", {"CustomResourceDefinition"});
}

void KustomizedResourceSink::Consume(diag::Diagnostic finding) {
  const auto leads_here = [&](const ReplacedField& field) { return field.Matches(finding.path); };
  const ReplacedField* applied = nullptr;
  if (applied_ != nullptr && finding.has_path) {
    const auto found = std::find_if(applied_->rbegin(), applied_->rend(), leads_here);
    applied = found == applied_->rend() ? nullptr : &*found;
  }
  if (applied != nullptr) {
    finding.labels.push_back({applied->place, "this replacement sets the value"});
    finding.fix.edits.clear();  // it is for the place where the value is written
    finding.hint.clear();
  }
  const bool is_replaced = applied == nullptr && diag::CategoryOf(finding.kind).concerns_values &&
                           finding.has_path &&
                           std::any_of(replaced_.begin(), replaced_.end(),
                                       [&](const ReplacedField* field) { return leads_here(*field); });
  if (is_replaced) {
    return;
  }
  const bool is_name =
      finding.path.size() == 2 && finding.path[0].key == "metadata" && finding.path[1].key == "name";
  if (fields_.added.namespaces && is_namespace_ && is_name) {
    return;
  }
  if (IsAboutPatchedValue(finding)) {
    const Text key = finding.path.back().key;
    const bool is_selector = key == "selector" && finding.path.size() == 2 && finding.path[0].key == "spec";
    const bool is_missing = finding.kind == diag::Kind::kMissingRequired;
    if (is_missing && fields_.added.selectors && gets_selector_ && is_selector) {
      return;
    }
    bool is_patched = false;
    for (const AppliedField& patched : patched_) {
      const bool is_here = patched.field->IsAt(finding.path);
      if (is_here && patched.is_certain) {
        return;
      }
      is_patched = is_patched || is_here;
    }
    if (is_patched || (is_missing && fields_.added.namespaces && gets_namespaces_ && key == "namespace")) {
      finding.severity = std::min(finding.severity, diag::Severity::kWarning);
      finding.hint =
          "a kustomization sets it: check the build output, as with `kustomize build DIR | kval k8s -`";
    }
  }
  emit_.Emit(std::move(finding));
}

}  // namespace kval::driver
