#include "src/kubernetes/practices/object_index.h"

#include <algorithm>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/kustomization.h"
#include "src/kubernetes/workload.h"
#include "src/support/path_text.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using Objects = ObjectIndex::Objects;

const Objects kNone{};

template <typename Key>
const Objects& FindIn(const std::map<Key, Objects>& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? kNone : found->second;
}

constexpr std::pair<Text, Text> kGenerators[] = {{"configMapGenerator", "ConfigMap"},
                                                 {"secretGenerator", "Secret"}};

// Custom resources whose controllers create an object with the name in a field of `spec`, or their own name.
struct Creator {
  Text by, kind, parent, key;  // `spec.PARENT.KEY`
};
constexpr Creator kCreators[] = {{"SealedSecret", "Secret", "", ""},
                                 {"ExternalSecret", "Secret", "target", "name"},
                                 {"Certificate", "Secret", "", "secretName"},
                                 {"VaultStaticSecret", "Secret", "destination", "name"},
                                 {"VaultDynamicSecret", "Secret", "destination", "name"},
                                 {"VaultPKISecret", "Secret", "destination", "name"},
                                 {"OnePasswordItem", "Secret", "", ""},
                                 {"Bundle", "ConfigMap", "", ""}};

bool IsRemote(Text path) {
  return path.find("://") != Text::npos || path.starts_with("github.com/") || path.starts_with("git@") ||
         path.find("?ref=") != Text::npos;
}

// Whether a controller that Kubernetes does not include handles objects of an API version.
bool IsCustom(Text api_version) {
  const size_t slash = api_version.find('/');
  const Text group = slash == Text::npos ? Text() : api_version.substr(0, slash);
  return group.find('.') != Text::npos && !group.ends_with(".k8s.io");
}

bool SelectsPods(Text kind) {
  return kind == "Service" || kind == "NetworkPolicy" || kind == "PodDisruptionBudget";
}

bool IsAutoscaler(Text kind) {
  return kind == "HorizontalPodAutoscaler" || kind == "ScaledObject";
}

// The objects of `from` that may be in a namespace and satisfy `fits`.
template <typename Fits>
void AddFitting(const Objects& from, Text namespace_name, const Fits& fits, Objects& to, uint64_t& steps) {
  steps += from.size();
  std::copy_if(from.begin(), from.end(), std::back_inserter(to), [&](const ObjectIndex::Object* object) {
    return ObjectIndex::MayShareNamespace(object->namespace_name, namespace_name) && fits(*object);
  });
}

}  // namespace

Text ObjectIndex::NamespaceIn(const value::Value& document) {
  const Text name = TextField(FieldOf(&document, "metadata"), "namespace");
  return name.find('$') == Text::npos ? name : Text();
}

LabelSelector ObjectIndex::SelectorOf(Text kind, const value::Value& document) {
  const value::Value* spec = FieldOf(&document, "spec");
  return kind == "Service"         ? LabelSelector::OfLabels(FieldOf(spec, "selector"))
         : kind == "NetworkPolicy" ? LabelSelector::Read(FieldOf(spec, "podSelector"))
                                   : LabelSelector::Read(FieldOf(spec, "selector"));
}

void ObjectIndex::Add(const value::Value& document, Text file) {
  if (IsKustomization(document, file)) {
    AddKustomization(document);
    return;
  }
  Object object{&document, TextField(&document, "apiVersion"), TextField(&document, "kind"),
                TextField(FieldOf(&document, "metadata"), "name"), NamespaceIn(document)};
  const Resource resource{check::ValueCursor::Document(document), object.api_version, object.kind};
  ForEachPod(resource, [&object](const PodTemplate& pod) {
    object.has_pods = true;
    object.pod_labels = FieldOf(FieldOf(pod.owner.value, "metadata"), "labels");
  });
  object.directory = GetDirectoryPrefix(file);
  if (SelectsPods(object.kind)) {
    object.selector = SelectorOf(object.kind, document);
  }
  const Object& added = objects_.emplace_back(std::move(object));
  by_kind_[added.kind].push_back(&added);
  by_name_[{added.kind, added.name}].push_back(&added);
  IndexSelection(added);
  AddCreated(added);
  if (IsAutoscaler(added.kind)) {
    const value::Value* target = FieldOf(FieldOf(&document, "spec"), "scaleTargetRef");
    const Text kind = TextField(target, "kind");
    by_target_[{kind.empty() ? "Deployment" : kind, TextField(target, "name")}].push_back(&added);
  } else if (added.kind.ends_with("NetworkPolicy") && added.kind != "NetworkPolicy") {
    foreign_network_policies_.push_back(&added);
  }
}

void ObjectIndex::AddKustomization(const value::Value& document) {
  for (const value::Value* image : ItemsOf(FieldOf(&document, "images"))) {
    if (FieldOf(image, "newTag") != nullptr || FieldOf(image, "digest") != nullptr) {
      tagged_images_.insert(TextField(image, "name"));
    }
  }
  for (const auto& [key, kind] : kGenerators) {
    for (const value::Value* generator : ItemsOf(FieldOf(&document, key))) {
      created_.emplace(kind, TextField(generator, "name"));
    }
  }
  for (const Text key : {Text("helmCharts"), Text("helmChartInflationGenerator"), Text("generators")}) {
    is_complete_ = is_complete_ && ItemsOf(FieldOf(&document, key)).empty();
  }
  for (const Text key : {Text("resources"), Text("bases"), Text("components")}) {
    for (const value::Value* path : ItemsOf(FieldOf(&document, key))) {
      is_complete_ = is_complete_ && !IsRemote(TextOf(path));
    }
  }
}

void ObjectIndex::AddCreated(const Object& object) {
  for (const Creator& creator : kCreators) {
    if (creator.by == object.kind) {
      const Text name = TextField(FieldOf(FieldOf(object.document, "spec"), creator.parent), creator.key);
      const Text own =
          creator.parent.empty() ? TextField(FieldOf(object.document, "spec"), creator.key) : name;
      created_.emplace(creator.kind, own.empty() ? object.name : own);
    }
  }
  for (const value::Value* claim :
       ItemsOf(FieldOf(FieldOf(object.document, "spec"), "volumeClaimTemplates"))) {
    created_.emplace("PersistentVolumeClaim", TextField(FieldOf(claim, "metadata"), "name"));
  }
  is_complete_ = is_complete_ && !IsCustom(object.api_version);
}

void ObjectIndex::IndexSelection(const Object& object) {
  if (object.has_pods) {
    with_pods_.push_back(&object);
    for (const value::Entry& label : EntriesOf(object.pod_labels)) {
      by_label_[{label.key->raw, label.value->raw}].push_back(&object);
    }
  }
  const bool selects_none = object.kind == "Service" && object.selector.empty();
  if (SelectsPods(object.kind) && !selects_none) {
    const auto label = object.selector.RequiredLabel();
    (label ? by_required_label_[{object.kind, *label}] : without_required_label_[object.kind])
        .push_back(&object);
  }
}

const Objects& ObjectIndex::OfKind(Text kind) const {
  return FindIn(by_kind_, kind);
}

Objects ObjectIndex::Named(Text kind, Text name, Text namespace_name, uint64_t& steps) const {
  Objects found;
  AddFitting(
      FindIn(by_name_, {kind, name}), namespace_name, [](const Object&) { return true; }, found, steps);
  return found;
}

Objects ObjectIndex::Selected(const LabelSelector& selector, Text namespace_name, uint64_t& steps) const {
  const auto label = selector.RequiredLabel();
  Objects found;
  AddFitting(
      label ? FindIn(by_label_, *label) : with_pods_, namespace_name,
      [&](const Object& object) { return selector.Matches(object.pod_labels); }, found, steps);
  return found;
}

Objects ObjectIndex::WithLabel(Text key, Text value, Text namespace_name, uint64_t& steps) const {
  Objects found;
  AddFitting(
      FindIn(by_label_, Label{key, value}), namespace_name, [](const Object&) { return true; }, found, steps);
  return found;
}

Objects ObjectIndex::Selecting(Text kind, const value::Value* pod_labels, Text namespace_name,
                               uint64_t& steps) const {
  Objects found;
  const auto matches = [&](const Object& object) { return object.selector.Matches(pod_labels); };
  AddFitting(FindIn(without_required_label_, kind), namespace_name, matches, found, steps);
  for (const value::Entry& label : EntriesOf(pod_labels)) {
    AddFitting(FindIn(by_required_label_, {kind, Label{label.key->raw, label.value->raw}}), namespace_name,
               matches, found, steps);
  }
  return found;
}

Objects ObjectIndex::AutoscalersOf(Text kind, Text name, Text namespace_name, uint64_t& steps) const {
  Objects found;
  AddFitting(
      FindIn(by_target_, {kind, name}), namespace_name, [](const Object&) { return true; }, found, steps);
  return found;
}

}  // namespace kval::kubernetes
