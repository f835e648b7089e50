#include "src/driver/kubernetes/kustomization_graph.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "src/kubernetes/kustomization_paths.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using kubernetes::AddedFields;
using Text = std::string_view;

// Of kustomizations that include each other; deeper ones count as if nothing included them.
constexpr int kMostLevels = 64;

}  // namespace

void KustomizationGraph::Take(const std::string& name, const yaml::File& file) {
  for (const yaml::Document& document : file.documents) {
    if (kubernetes::IsKustomization(*document.root, name)) {
      Add(*document.root, name);
    }
  }
}

void KustomizationGraph::Add(const value::Value& kustomization, const std::string& name) {
  const std::string directory(GetDirectoryPrefix(name));
  const std::string place = LexicallyNormal(directory);
  KustomizationNode& node = nodes_[place];
  node.own = kubernetes::FillingsOf(kustomization);
  kubernetes::ForEachLoadedPath(
      check::ValueCursor::Document(kustomization),
      [&](const check::ValueCursor& /*at*/, const kubernetes::LoadedPath& loaded) {
        if (loaded.path.empty()) {
          return;
        }
        std::string path = LexicallyNormal(directory + std::string(loaded.path));
        if (loaded.expected == kubernetes::ExpectedTarget::kRoot) {
          included_by_[path].push_back(place);
          loaded_[place].push_back(path);
          resources_.insert(std::move(path));
        } else if (loaded.expected == kubernetes::ExpectedTarget::kDirectory) {
          included_by_[path].push_back(place);
          loaded_[place].push_back(path);
          node.components.push_back(std::move(path));
        } else if (!loaded.what.empty()) {
          uses_.emplace(std::move(path), FileUse{std::string(loaded.what) + " of " + name, loaded.is_patch});
        }
      });
}

void KustomizationGraph::Finish() {
  for (const auto& [path, directories] : included_by_) {
    FromAbove(path, 0);
  }
  cycle_edges_ = FindCycleEdges(loaded_);
}

// A component applies to all resources of a kustomization.
AddedFields KustomizationGraph::OwnOf(const std::string& directory, int depth) {
  const auto found = nodes_.find(directory);
  if (found == nodes_.end() || depth > kMostLevels) {
    return {};
  }
  KustomizationNode& node = found->second;
  // Once: then the components' effects are included.
  for (const std::string& component : std::exchange(node.components, {})) {
    node.own = node.own | OwnOf(component, depth + 1);
  }
  return node.own;
}

AddedFields KustomizationGraph::FromAbove(const std::string& path, int depth) {
  const auto includers = included_by_.find(path);
  if (includers == included_by_.end() || depth > kMostLevels) {
    return {};
  }
  // Known or in progress: kustomizations that include themselves.
  const auto [known, is_new] = fillings_.try_emplace(path);
  if (!is_new) {
    return known->second;
  }
  AddedFields all = AddedFields::All();
  for (const std::string& directory : includers->second) {
    all = all & (OwnOf(directory, 0) | FromAbove(directory, depth + 1));
  }
  fillings_[path] = all;
  return all;
}

void KustomizationGraph::AddUse(const std::string& name, FileUse use) {
  uses_.emplace(LexicallyNormal(name), std::move(use));
}

bool KustomizationGraph::IsBelowKustomization(const std::string& name) const {
  if (nodes_.contains(".") || nodes_.contains("")) {
    return true;
  }
  const std::string place = LexicallyNormal(name);
  for (size_t end = place.rfind('/'); end != std::string::npos && end > 0; end = place.rfind('/', end - 1)) {
    if (nodes_.contains(place.substr(0, end))) {
      return true;
    }
  }
  return false;
}

bool KustomizationGraph::IsResource(const std::string& name) const {
  return resources_.contains(LexicallyNormal(name));
}

const KustomizationGraph::FileUse* KustomizationGraph::Find(const std::string& name) const {
  if (uses_.empty()) {
    return nullptr;
  }
  const auto found = uses_.find(LexicallyNormal(name));
  return found == uses_.end() || resources_.contains(found->first) ? nullptr : &found->second;
}

AddedFields KustomizationGraph::FillingsOf(const std::string& name) const {
  const auto found = fillings_.empty() ? fillings_.end() : fillings_.find(LexicallyNormal(name));
  return found == fillings_.end() ? AddedFields() : found->second;
}

bool KustomizationGraph::IsCycle(const std::string& directory, const std::string& path) const {
  return !cycle_edges_.empty() && cycle_edges_.contains({directory, path});
}

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
void KustomizedResourceSink::BeginResource(const value::Value& document) {
  const auto text_at = [&](Text key) {
    const value::Value* found = document.kind == value::Kind::kMapping ? value::Find(document, key) : nullptr;
    return found == nullptr ? Text() : found->raw.view();
  };
  const Text api = text_at("apiVersion");
  const Text kind = text_at("kind");
  const auto is_one_of = [&](Text group, std::initializer_list<Text> kinds) {
    return api.starts_with(group) && std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  replaced_.clear();
  for (const ReplacedField& field : all_replaced_) {
    const value::Value* metadata = value::Find(document, "metadata");
    const value::Value* name = metadata == nullptr ? nullptr : value::Find(*metadata, "name");
    const bool has_name = field.name.empty() || (name != nullptr && name->raw == field.name);
    if (has_name && (field.kind.empty() || field.kind == kind)) {
      replaced_.push_back(&field);
    }
  }
  is_namespace_ = api == "v1" && kind == "Namespace";
  gets_selector_ = is_one_of("apps/", {"Deployment", "ReplicaSet", "DaemonSet", "StatefulSet"});
  gets_namespaces_ = is_one_of("rbac.authorization.k8s.io/", {"RoleBinding", "ClusterRoleBinding"}) ||
                     is_one_of("admissionregistration.k8s.io/",
                               {"MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"}) ||
                     is_one_of("apiregistration.k8s.io/", {"APIService"}) ||
                     is_one_of("apiextensions.k8s.io/", {"CustomResourceDefinition"});
}

void KustomizedResourceSink::Consume(diag::Diagnostic finding) {
  const bool is_replaced = diag::CategoryOf(finding.kind).concerns_values && finding.has_path &&
                           std::any_of(replaced_.begin(), replaced_.end(), [&](const ReplacedField* field) {
                             return field->Matches(finding.path);
                           });
  if (is_replaced) {
    return;
  }
  const bool is_name =
      finding.path.size() == 2 && finding.path[0].key == "metadata" && finding.path[1].key == "name";
  if (fillings_.namespaces && is_namespace_ && is_name) {
    return;
  }
  if (finding.kind == diag::Kind::kMissingRequired && !finding.path.empty()) {
    const Text key = finding.path.back().key;
    const bool is_selector = key == "selector" && finding.path.size() == 2 && finding.path[0].key == "spec";
    if (fillings_.selectors && gets_selector_ && is_selector) {
      return;
    }
    if (fillings_.namespaces && gets_namespaces_ && key == "namespace") {
      finding.severity = std::min(finding.severity, diag::Severity::kWarning);
      finding.hint =
          "a kustomization sets it: check the build output, as with `kustomize build DIR | kval k8s -`";
    }
  }
  emit_.Emit(std::move(finding));
}

}  // namespace kval::driver
