#include "src/kubernetes/admission/policy_references.h"

#include <algorithm>
#include <array>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/label_selector.h"
#include "src/kubernetes/metadata.h"
#include "src/support/text_search.h"
#include "src/value/builder.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Entry;
using value::Value;

constexpr Text kNoParams = "no parameters of its binding are among the inputs";
constexpr Text kNoNamespace =
    "the parameters of its binding are in the namespace of the object, which has none";
constexpr Text kNamespaceOfCluster = "its binding states a namespace of parameters that have none";

std::string KindOf(const Value& object) {
  return std::string(TextField(&object, "apiVersion")) + "/" + std::string(TextField(&object, "kind"));
}

// Parts of the keys of objects. Names have no line breaks.
constexpr char kName = '\n', kLabel = '\r';

std::string KeyOf(const PolicyReferences::ObjectScope& scope) {
  return std::string(scope.api_version) + "/" + std::string(scope.resource) + "/" +
         std::string(scope.namespace_name);
}

// Returns the map with an entry replaced or appended.
const Value* WithEntry(const Value* map, Text key, const Value* value, value::Builder& builder) {
  std::vector<Entry> entries;
  for (const Entry& entry : EntriesOf(map)) {
    if (entry.key->raw != key) {
      entries.push_back(entry);
    }
  }
  entries.push_back({builder.String(key), value});
  return map == nullptr ? builder.Mapping(entries) : builder.WithEntries(*map, entries);
}

}  // namespace

const Value* WithNameLabel(const Value& namespace_object, Arena& arena) {
  const Value* metadata = FieldOf(&namespace_object, "metadata");
  const Text name = TextField(metadata, "name");
  const Value* labels = FieldOf(metadata, "labels");
  if (name.empty() || TextField(labels, kNamespaceNameLabel) == name) {
    return &namespace_object;
  }
  value::Builder builder(&arena);
  const Value* labelled = WithEntry(labels, kNamespaceNameLabel, builder.String(name), builder);
  return WithEntry(&namespace_object, "metadata", WithEntry(metadata, "labels", labelled, builder), builder);
}

void PolicyReferences::AddParamKind(const Value& param_kind) {
  params_[KindOf(param_kind)];
}

bool PolicyReferences::MayBeIn(Text text) const {
  if (keeps_objects_ || ContainsWord(text, "Namespace")) {
    return true;
  }
  return std::any_of(params_.begin(), params_.end(), [text](const auto& kind) {
    return text.find(kind.first.substr(kind.first.rfind('/') + 1)) != Text::npos;
  });
}

void PolicyReferences::Add(const Value& object) {
  const std::string kind = KindOf(object);
  if (kind == "v1/Namespace") {
    AddNamespace(object);
  }
  if (keeps_objects_) {
    const std::string resource = PluralOf(TextField(&object, "kind"));
    const Text api_version = TextField(&object, "apiVersion");
    const Text in = NamespaceOf(object);
    Index({api_version, resource, {}}, object);
    if (!in.empty()) {
      Index({api_version, resource, in}, object);
    }
    ++object_count_;
  }
  if (const auto params = params_.find(kind); params != params_.end()) {
    params->second.push_back(&object);
  }
}

void PolicyReferences::AddNamespace(const Value& object) {
  namespaces_.emplace(TextField(FieldOf(&object, "metadata"), "name"), &object);
}

void PolicyReferences::Index(const ObjectScope& scope, const Value& object) {
  const Value* metadata = FieldOf(&object, "metadata");
  objects_[KeyOf(scope)].push_back(&object);
  objects_[KeyOf(scope) + kName + std::string(TextField(metadata, "name"))].push_back(&object);
  for (const Entry& label : EntriesOf(FieldOf(metadata, "labels"))) {
    std::string text = std::string(label.key->raw.view()) + "=" + std::string(label.value->raw.view());
    objects_[KeyOf(scope) + kLabel + text].push_back(&object);
  }
}

PolicyReferences::Objects PolicyReferences::Look(const std::string& key) const {
  const auto found = objects_.find(key);
  return found == objects_.end() ? Objects() : Objects(found->second);
}

PolicyReferences::Objects PolicyReferences::FindObjects(const ObjectScope& scope) const {
  return Look(KeyOf(scope));
}

PolicyReferences::Objects PolicyReferences::FindNamed(const ObjectScope& scope, Text name) const {
  return Look(KeyOf(scope) + kName + std::string(name));
}

PolicyReferences::Objects PolicyReferences::FindLabelled(const ObjectScope& scope, Text label) const {
  return Look(KeyOf(scope) + kLabel + std::string(label));
}

void PolicyReferences::SetNamespace(AdmissionRequest& request, Arena& arena) const {
  request.cluster = this;
  if (request.is_namespace()) {
    request.namespace_object = WithNameLabel(request.subject(), arena);
    return;
  }
  if (request.namespace_name.empty()) {
    return;
  }
  const auto known = namespaces_.find(request.namespace_name);
  if (known != namespaces_.end()) {
    request.namespace_object = WithNameLabel(*known->second, arena);
    return;
  }
  value::Builder builder(&arena);
  const Value* metadata =
      builder.Mapping(std::array{Entry{builder.String("name"), builder.String(request.namespace_name)}});
  request.namespace_object =
      WithNameLabel(*builder.Mapping(std::array{Entry{builder.String("metadata"), metadata}}), arena);
  // The namespace `default` has no other labels, unless someone adds them.
  request.is_namespace_known = request.namespace_name == "default";
}

PolicyReferences::FoundParams PolicyReferences::FindParams(const AdmissionPolicy& policy,
                                                           const PolicyBinding& binding,
                                                           const AdmissionRequest& request,
                                                           const Catalog& catalog) const {
  if (binding.param != nullptr) {
    return {{binding.param}, {}};
  }
  if (policy.param_kind() == nullptr || binding.param_ref == nullptr) {
    return {{nullptr}, {}};
  }
  const Text kind = TextField(policy.param_kind(), "kind");
  const CustomKind* custom = catalog.custom().Find(TextField(policy.param_kind(), "apiVersion"), kind);
  const bool is_namespaced = custom != nullptr ? custom->is_namespaced : IsNamespaced(kind);
  const Text written = TextField(binding.param_ref, "namespace");
  const Text from = written.empty() ? Text(request.namespace_name) : written;
  if (is_namespaced ? from.empty() : !written.empty()) {
    return {{}, is_namespaced ? kNoNamespace : kNamespaceOfCluster};
  }
  const Text name = TextField(binding.param_ref, "name");
  const Value* selector = FieldOf(binding.param_ref, "selector");
  const LabelSelector labels = LabelSelector::Read(selector);
  FoundParams found;
  const auto params = params_.find(KindOf(*policy.param_kind()));
  for (const Value* object : params == params_.end() ? std::vector<const Value*>() : params->second) {
    const Value* metadata = FieldOf(object, "metadata");
    const bool is_selected = !name.empty()
                                 ? TextField(metadata, "name") == name
                                 : selector != nullptr && labels.Matches(FieldOf(metadata, "labels"));
    if (is_selected && (!is_namespaced || NamespaceOf(*object) == from)) {
      found.values.push_back(object);
    }
  }
  if (found.values.empty() && TextField(binding.param_ref, "parameterNotFoundAction") != "Allow") {
    found.problem = kNoParams;
  }
  return found;
}

}  // namespace kval::kubernetes
