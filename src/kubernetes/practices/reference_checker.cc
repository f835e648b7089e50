#include "src/kubernetes/practices/reference_checker.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "src/diag/resource_rule.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/workload.h"
#include "src/support/ascii.h"
#include "src/support/edit_distance.h"
#include "src/support/path_text.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using check::ValueCursor;
using Object = ObjectIndex::Object;
using Objects = ObjectIndex::Objects;

constexpr diag::Def<Text> kSelectsNothing{diag::ResourceRule(7601),
                                          "the selector of the Service `{}` selects no pods of the inputs"};
constexpr diag::Def<Text, Text> kNoPort{diag::ResourceRule(7603), "the Service `{}` has no port `{}`"};
constexpr diag::Def<Text, Text, Text> kNoKey{diag::ResourceRule(7606), "the {} `{}` has no key `{}`"};
constexpr diag::Def<Text, Text> kRestrictsNothing{
    diag::ResourceRule(7611), "the selector of the {} `{}` selects no pods of the inputs"};

// A field that names an object of one kind.
struct Reference {
  diag::Kind rule;
  Text kinds;   // of the referring object; for pods empty
  Text path;    // to the map with the reference; `[]` means each item
  Text key;     // the name in this map
  Text target;  // the kind; `*`: the map states it
};

constexpr Reference kOfPods[] = {
    {diag::ResourceRule(7605), "", "volumes[].configMap", "name", "ConfigMap"},
    {diag::ResourceRule(7605), "", "volumes[].secret", "secretName", "Secret"},
    {diag::ResourceRule(7605), "", "volumes[].projected.sources[].configMap", "name", "ConfigMap"},
    {diag::ResourceRule(7605), "", "volumes[].projected.sources[].secret", "name", "Secret"},
    {diag::ResourceRule(7605), "", "containers[].envFrom[].configMapRef", "name", "ConfigMap"},
    {diag::ResourceRule(7605), "", "containers[].envFrom[].secretRef", "name", "Secret"},
    {diag::ResourceRule(7605), "", "containers[].env[].valueFrom.configMapKeyRef", "name", "ConfigMap"},
    {diag::ResourceRule(7605), "", "containers[].env[].valueFrom.secretKeyRef", "name", "Secret"},
    {diag::ResourceRule(7605), "", "initContainers[].envFrom[].configMapRef", "name", "ConfigMap"},
    {diag::ResourceRule(7605), "", "initContainers[].envFrom[].secretRef", "name", "Secret"},
    {diag::ResourceRule(7605), "", "initContainers[].env[].valueFrom.configMapKeyRef", "name", "ConfigMap"},
    {diag::ResourceRule(7605), "", "initContainers[].env[].valueFrom.secretKeyRef", "name", "Secret"},
    {diag::ResourceRule(7607), "", "", "serviceAccountName", "ServiceAccount"},
    {diag::ResourceRule(7608), "", "volumes[].persistentVolumeClaim", "claimName", "PersistentVolumeClaim"},
    {diag::ResourceRule(7609), "", "", "priorityClassName", "PriorityClass"},
};

constexpr Reference kOfObjects[] = {
    {diag::ResourceRule(7602), "Ingress", "spec.defaultBackend.service", "name", "Service"},
    {diag::ResourceRule(7602), "Ingress", "spec.rules[].http.paths[].backend.service", "name", "Service"},
    {diag::ResourceRule(7602), "HTTPRoute GRPCRoute TCPRoute TLSRoute", "spec.rules[].backendRefs[]", "name",
     "Service"},
    {diag::ResourceRule(7602), "StatefulSet", "spec", "serviceName", "Service"},
    {diag::ResourceRule(7602), "ValidatingWebhookConfiguration MutatingWebhookConfiguration",
     "webhooks[].clientConfig.service", "name", "Service"},
    {diag::ResourceRule(7602), "APIService", "spec.service", "name", "Service"},
    {diag::ResourceRule(7604), "HorizontalPodAutoscaler", "spec.scaleTargetRef", "name", "*"},
    {diag::ResourceRule(7607), "RoleBinding ClusterRoleBinding", "subjects[]", "name", "ServiceAccount"},
    {diag::ResourceRule(7610), "RoleBinding ClusterRoleBinding", "roleRef", "name", "*"},
};

// Objects that every cluster has.
bool IsBuiltIn(Text kind, Text name) {
  constexpr Text kRoles[] = {"admin", "cluster-admin", "edit", "view"};
  return (kind == "ServiceAccount" && name == "default") || (kind == "Service" && name == "kubernetes") ||
         (kind == "ConfigMap" && name == "kube-root-ca.crt") ||
         (kind == "PriorityClass" && name.starts_with("system-")) ||
         (kind == "ClusterRole" &&
          (name.starts_with("system:") ||
           std::find(std::begin(kRoles), std::end(kRoles), name) != std::end(kRoles)));
}

bool HasNoNamespace(Text kind) {
  return kind == "PriorityClass" || kind == "ClusterRole";
}

// Kinds whose objects usually exist in the cluster before the manifests are applied.
bool IsUsuallyElsewhere(Text kind) {
  return kind == "Secret" || kind == "PriorityClass";
}

bool IsListed(Text words, Text word) {
  for (size_t begin = 0; begin < words.size();) {
    const size_t end = std::min(words.find(' ', begin), words.size());
    if (words.substr(begin, end - begin) == word) {
      return true;
    }
    begin = end + 1;
  }
  return false;
}

// Calls `then` with each map at a path.
template <typename Then>
void ForEachAt(const ValueCursor& at, Text path, const Then& then) {
  if (path.empty()) {
    then(at);
    return;
  }
  const size_t dot = path.find('.');
  const Text rest = dot == Text::npos ? Text() : path.substr(dot + 1);
  Text key = path.substr(0, dot);
  if (!key.ends_with("[]")) {
    if (const std::optional<ValueCursor> child = At(at, key)) {
      ForEachAt(*child, rest, then);
    }
    return;
  }
  ForEachItemOf(at, key.substr(0, key.size() - 2),
                [&](const ValueCursor& item) { ForEachAt(item, rest, then); });
}

bool IsReplaced(Text name) {
  return name.empty() || name.find_first_of("${}<>") != Text::npos;
}

// Returns the name that is probably meant: it differs by one letter, not by a number. Empty if there is none.
Text FindMisspelt(Text name, std::span<const Text> candidates) {
  const auto letters = [](Text text) {
    std::string without_digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(without_digits),
                 [](char c) { return !IsDigit(c); });
    return without_digits;
  };
  constexpr size_t kLimit = 2;
  constexpr size_t kShortest = 4;
  for (const Text candidate : candidates) {
    if (name.size() >= kShortest && candidate != name && EditDistance(name, candidate, kLimit) < kLimit &&
        letters(name) != letters(candidate)) {
      return candidate;
    }
  }
  return {};
}

std::vector<Text> KeysOf(const Objects& objects) {
  std::vector<Text> keys;
  for (const Object* object : objects) {
    for (const Text of : {Text("data"), Text("binaryData"), Text("stringData")}) {
      for (const value::Entry& entry : EntriesOf(FieldOf(object->document, of))) {
        keys.push_back(entry.key->raw);
      }
    }
  }
  return keys;
}

std::vector<Text> PortNamesOf(const Objects& services) {
  std::vector<Text> names;
  for (const Object* service : services) {
    for (const value::Value* port : ItemsOf(FieldOf(FieldOf(service->document, "spec"), "ports"))) {
      names.push_back(TextField(port, "name"));
    }
  }
  return names;
}

bool HasPort(const value::Value& service, const value::Value& port) {
  for (const value::Value* each : ItemsOf(FieldOf(FieldOf(&service, "spec"), "ports"))) {
    const value::Value* same = FieldOf(each, port.kind == value::Kind::kString ? "name" : "port");
    if (same != nullptr && same->raw == port.raw) {
      return true;
    }
  }
  return false;
}

}  // namespace

class ReferenceChecker::Run {
 public:
  Run(const std::set<diag::Kind>& rules, const Resource& resource, Text file, const ObjectIndex& objects,
      diag::Emitter& emit)
      : rules_(rules),
        resource_(resource),
        objects_(objects),
        emit_(emit),
        directory_(GetDirectoryPrefix(file)),
        namespace_(ObjectIndex::NamespaceIn(*resource.at.value)),
        name_(TextField(FieldOf(resource.at.value, "metadata"), "name")) {}

  void CheckAll() {
    for (const Reference& reference : kOfObjects) {
      if (IsListed(reference.kinds, resource_.kind)) {
        CheckEach(resource_.at, reference);
      }
    }
    ForEachPod(resource_, [&](const PodTemplate& pod) {
      for (const Reference& reference : kOfPods) {
        CheckEach(pod.spec, reference);
      }
    });
    CheckSelector();
  }

  uint64_t steps() const { return steps_; }

 private:
  void CheckEach(const ValueCursor& at, const Reference& reference) {
    if (rules_.contains(reference.rule) || reference.rule == diag::ResourceRule(7605) ||
        reference.rule == diag::ResourceRule(7602)) {
      ForEachAt(at, reference.path, [&](const ValueCursor& map) { CheckOne(map, reference); });
    }
  }

  void CheckOne(const ValueCursor& map, const Reference& reference) {
    const std::optional<ValueCursor> name = At(map, reference.key);
    const Text written_kind = GetStringField(map, "kind");
    const bool is_other_kind =
        !written_kind.empty() && reference.target != "*" && written_kind != reference.target;
    const Text kind = reference.target == "*" ? written_kind : reference.target;
    if (!name || IsReplaced(TextOf(*name)) || is_other_kind || IsTrue(At(map, "optional")) ||
        IsBuiltIn(kind, TextOf(*name))) {
      return;
    }
    const Text written_namespace = GetStringField(map, "namespace");
    const Text namespace_name =
        HasNoNamespace(kind) || IsReplaced(written_namespace)
            ? (written_namespace.empty() && !HasNoNamespace(kind) ? namespace_ : Text())
            : written_namespace;
    const Objects found = objects_.Named(kind, TextOf(*name), namespace_name, steps_);
    if (found.empty()) {
      ReportMissing(*name, kind, namespace_name, reference);
    } else if (kind == "Service") {
      CheckPort(map, found);
    } else if (kind == "ConfigMap" || kind == "Secret") {
      CheckKeys(map, kind, found);
    }
  }

  void ReportMissing(const ValueCursor& name, Text kind, Text namespace_name, const Reference& reference) {
    const bool is_of_cluster = namespace_name == "kube-system" || namespace_name == "kube-public";
    if (is_of_cluster || !rules_.contains(reference.rule) || objects_.IsCreated(kind, TextOf(name))) {
      return;
    }
    std::vector<Text> names;
    const Objects& others = objects_.OfKind(kind);
    for (const Object* object : others) {
      if (ObjectIndex::MayShareNamespace(object->namespace_name, namespace_name) &&
          (objects_.is_complete() || object->directory == directory_)) {
        names.push_back(object->name);
      }
    }
    steps_ += others.size();
    const Text nearest = budget_.Take(names.size()) ? FindMisspelt(TextOf(name), names) : Text();
    const bool is_expected = objects_.is_complete() && !(IsUsuallyElsewhere(kind) && names.empty());
    if (nearest.empty() && !is_expected) {
      return;
    }
    emit_
        .ReportText(name.value->span, reference.rule,
                    "the " + std::string(kind) + " `" + InOneLine(TextOf(name)) + "` is not among the inputs")
        .At(name.path())
        .Hint(nearest.empty() ? std::string() : "did you mean `" + std::string(nearest) + "`?")
        .Emit();
  }

  void CheckPort(const ValueCursor& map, const Objects& services) {
    std::optional<ValueCursor> port = At(map, "port");
    const std::optional<ValueCursor> name =
        port && port->value->kind == value::Kind::kMapping ? At(*port, "name") : std::nullopt;
    const std::optional<ValueCursor> number =
        port && port->value->kind == value::Kind::kMapping ? At(*port, "number") : std::nullopt;
    const ValueCursor* const written = name ? &*name : number ? &*number : port ? &*port : nullptr;
    if (written == nullptr || written->value->is_collection() || !rules_.contains(diag::ResourceRule(7603))) {
      return;
    }
    const bool has_port = std::any_of(services.begin(), services.end(), [&](const Object* service) {
      return ItemsOf(FieldOf(FieldOf(service->document, "spec"), "ports")).empty() ||
             HasPort(*service->document, *written->value);
    });
    const bool is_expected = objects_.is_complete() && services.size() == 1;
    if (!has_port && (is_expected || !FindMisspelt(written->value->raw, PortNamesOf(services)).empty())) {
      const value::Value& ports = *FieldOf(FieldOf(services.front()->document, "spec"), "ports");
      ReportAt(emit_, *written, kNoPort, services.front()->name, written->value->raw)
          .Related(ports.items().front()->span, "the ports of the Service")
          .Emit();
    }
  }

  // Keys that variables or files read.
  void CheckKeys(const ValueCursor& map, Text kind, const Objects& found) {
    const bool is_token = TextField(found.front()->document, "type") == "kubernetes.io/service-account-token";
    if (is_token || objects_.IsCreated(kind, found.front()->name) ||
        !rules_.contains(diag::ResourceRule(7606))) {
      return;
    }
    const std::vector<Text> keys = KeysOf(found);
    steps_ += keys.size();
    const auto check = [&](const ValueCursor& at) {
      const std::optional<ValueCursor> key = At(at, "key");
      if (!key || IsReplaced(TextOf(*key)) ||
          std::find(keys.begin(), keys.end(), TextOf(*key)) != keys.end() || keys.empty() ||
          !budget_.Take(keys.size())) {
        return;
      }
      const Text nearest = FindMisspelt(TextOf(*key), keys);
      if (objects_.is_complete() || !nearest.empty()) {
        ReportAt(emit_, *key, kNoKey, kind, found.front()->name, TextOf(*key))
            .Hint(nearest.empty() ? std::string() : "did you mean `" + std::string(nearest) + "`?")
            .Emit();
      }
    };
    check(map);
    ForEachItemOf(map, "items", check);
  }

  void CheckSelector() {
    const bool is_service = resource_.kind == "Service";
    const bool is_other = resource_.kind == "NetworkPolicy" || resource_.kind == "PodDisruptionBudget";
    const std::optional<ValueCursor> spec = At(resource_.at, "spec");
    const std::optional<ValueCursor> selector =
        spec ? At(*spec, resource_.kind == "NetworkPolicy" ? "podSelector" : "selector") : std::nullopt;
    const diag::Kind rule = is_service ? diag::ResourceRule(7601) : diag::ResourceRule(7611);
    if (!(is_service || is_other) || !selector || !rules_.contains(rule) ||
        GetStringField(*spec, "type") == "ExternalName") {
      return;
    }
    const LabelSelector selection = ObjectIndex::SelectorOf(resource_.kind, *resource_.at.value);
    if (selection.empty() || !objects_.has_pods() ||
        !objects_.Selected(selection, namespace_, steps_).empty()) {
      return;
    }
    const Object* const similar =
        FindSimilar(is_service ? selector->value : FieldOf(selector->value, "matchLabels"));
    if (similar == nullptr && !objects_.is_complete()) {
      return;
    }
    diag::DiagnosticBuilder report =
        is_service ? ReportAtKey(emit_, *selector, kSelectsNothing, name_)
                   : ReportAtKey(emit_, *selector, kRestrictsNothing, resource_.kind, name_);
    if (similar != nullptr && similar->pod_labels != nullptr) {
      report.Related(similar->pod_labels->span, "the labels of the pods of the " +
                                                    std::string(similar->kind) + " `" +
                                                    std::string(similar->name) + "`");
    }
    report.Emit();
  }

  // Returns an object whose pods have the selected labels except one value, which is similar; else null.
  const Object* FindSimilar(const value::Value* labels) {
    for (const value::Entry& label : EntriesOf(labels)) {
      for (const Object* object : objects_.WithLabel(label.key->raw, label.value->raw, namespace_, steps_)) {
        size_t differences = 0;
        bool are_similar = true;
        for (const value::Entry& each : EntriesOf(labels)) {
          const value::Value* other = FieldOf(object->pod_labels, each.key->raw);
          const Text others[] = {other == nullptr ? Text() : Text(other->raw)};
          const bool is_equal = other != nullptr && other->raw == each.value->raw;
          differences += is_equal ? 0 : 1;
          are_similar = are_similar && (is_equal || !FindMisspelt(each.value->raw, others).empty());
        }
        steps_ += labels->entries().size();
        if (differences == 1 && are_similar) {
          return object;
        }
      }
    }
    return nullptr;
  }

  const std::set<diag::Kind>& rules_;
  const Resource& resource_;
  const ObjectIndex& objects_;
  diag::Emitter& emit_;
  Text directory_, namespace_, name_;
  SuggestionBudget budget_;
  uint64_t steps_ = 0;
};

uint64_t ReferenceChecker::Check(const Resource& resource, Text file, const ObjectIndex& objects,
                                 diag::Emitter& emit) const {
  if (rules_.empty()) {
    return 0;
  }
  Run run(rules_, resource, file, objects, emit);
  run.CheckAll();
  return run.steps();
}

}  // namespace kval::kubernetes
