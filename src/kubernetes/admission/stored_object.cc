#include "src/kubernetes/admission/stored_object.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/object_defaults.h"
#include "src/kubernetes/admission/server_knowledge.h"
#include "src/support/ascii.h"
#include "src/support/native_stack.h"
#include "src/support/word_list.h"
#include "src/value/builder.h"

// k8s.io/kubernetes, pkg/registry/*/*/strategy.go (PrepareForCreate), and pkg/registry/core/service/storage.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Entry;
using value::Value;

constexpr Text kGenerated = "(generated)";
constexpr Text kNull = "(null)";

// A row of tables/stored_values.tsv.
struct StoredRow {
  Text kind;
  Text path;
  Text value;
};
constexpr StoredRow kRows[] = {
#include "src/kubernetes/admission/stored_values.inc"
};

// Kinds whose objects have a generation.
constexpr Text kWithGeneration =
    "Deployment DaemonSet StatefulSet ReplicaSet ReplicationController Job CronJob Ingress Pod "
    "PodDisruptionBudget HorizontalPodAutoscaler NetworkPolicy PriorityClass PodTemplate EndpointSlice "
    "IngressClass FlowSchema PriorityLevelConfiguration DeviceClass ResourceSlice DeviceTaintRule";

// The gates MaxUnavailableStatefulSet and VolumeLimitScaling are on since these versions.
constexpr uint32_t kMaxUnavailableSince = 35;
constexpr uint32_t kVolumeLimitsSince = 37;

class StoredObject {
 public:
  StoredObject(const AdmissionRequest& request, const Value& object, bool is_new, Arena& arena)
      : request_(request), object_(&object), is_new_(is_new), build_(&arena) {}

  const Value* Make() {
    Set({"metadata", "uid"}, GeneratedValue());
    Set({"metadata", "creationTimestamp"}, GeneratedValue());
    if (request_.name.empty()) {
      Set({"metadata", "name"}, GeneratedValue());
    }
    if (HasGeneration()) {
      is_new_ ? Set({"metadata", "generation"}, *build_.Int(1))
              : Set({"metadata", "generation"}, GeneratedValue());
    }
    if (!HasServerDefaults(request_)) {
      return object_;
    }
    SetRows();
    if (request_.kind == "Secret") {
      SetData();
    } else if (request_.kind == "Service") {
      SetAddresses();
    } else if (request_.kind == "Job") {
      SetJobLabels();
    } else if (request_.kind == "DaemonSet") {
      Set({"metadata", "annotations", "deprecated.daemonset.template.generation"}, *build_.String("1"));
    } else if (request_.kind == "PersistentVolumeClaim") {
      SetDataSource();
    } else if (request_.kind == "StatefulSet" && request_.minor >= kMaxUnavailableSince) {
      SetIn({"spec", "updateStrategy", "rollingUpdate"}, "maxUnavailable", *build_.Int(1));
    } else if (request_.kind == "CSIDriver" && request_.minor >= kVolumeLimitsSince) {
      SetIn({"spec"}, "preventPodSchedulingIfMissing", *build_.Bool(false));
    } else if (request_.kind == "DeviceTaintRule") {
      SetIn({"spec", "taint"}, "timeAdded", GeneratedValue());
    } else if (request_.kind == "Pod") {
      SetPodValues();
    }
    return object_;
  }

 private:
  bool HasGeneration() const {
    const bool is_custom = request_.group.find('.') != Text::npos && !request_.group.ends_with("k8s.io") &&
                           !request_.group.ends_with("cloud.google.com");
    return is_custom || HasWord(kWithGeneration, request_.kind);
  }

  void SetRows() {
    bool is_reset = false;
    const std::string with_version = std::string(request_.kind) + "/" + std::string(request_.version);
    for (const StoredRow& row : kRows) {
      if (row.kind != request_.kind && row.kind != with_version) {
        continue;
      }
      const size_t dot = row.path.find('.');
      const Text first = row.path.substr(0, dot);
      if (first == "status" && !is_new_) {
        // The status of an existing object is as it is written, if it is.
        if (FieldOf(object_, "status") == nullptr) {
          Set({"status"}, GeneratedValue());
        }
        continue;
      }
      if (first == "status" && !is_reset) {
        Set({"status"}, *build_.Mapping({}));
        is_reset = true;
      }
      dot == Text::npos ? Set({first}, Literal(row.value))
                        : Set({first, row.path.substr(dot + 1)}, Literal(row.value));
    }
  }

  const Value& Literal(Text text) {
    if (text == kGenerated) {
      return GeneratedValue();
    }
    if (text.front() == '[') {
      return *build_.Sequence(std::array{build_.String(text.substr(1, text.size() - 2))});
    }
    return text == kNull           ? *build_.Null()
           : text == "{}"          ? *build_.Mapping({})
           : text == "false"       ? *build_.Bool(false)
           : IsDigit(text.front()) ? *build_.Int(text.front() - '0')
                                   : *build_.String(text);
  }

  // Sets a field; a field with a value, except the status, keeps it.
  void Set(std::initializer_list<Text> path, const Value& value) {
    object_ = &With(*object_, {path.begin(), path.end()}, value);
  }
  void Replace(std::initializer_list<Text> path, const Value& value) {
    object_ = &With(*object_, {path.begin(), path.end()}, value, true);
  }
  const Value& With(const Value& map, std::span<const Text> path, const Value& value, bool replaces = false) {
    NeedStack();
    const Value* old = FieldOf(&map, path.front());
    const bool is_last = path.size() == 1;
    if (is_last && old != nullptr && path.front() != "status" && !replaces) {
      return map;
    }
    const Value& set =
        is_last ? value : With(old == nullptr ? *build_.Mapping({}) : *old, path.subspan(1), value, replaces);
    std::vector<Entry> entries(map.entries().begin(), map.entries().end());
    const auto same = std::find_if(entries.begin(), entries.end(),
                                   [&](const Entry& entry) { return entry.key->raw == path.front(); });
    if (same != entries.end()) {
      same->value = &set;
    } else {
      entries.push_back({build_.String(path.front()), &set});
    }
    return *build_.WithEntries(map, entries);
  }

  // Sets a field of a map that exists.
  void SetIn(std::initializer_list<Text> path, Text key, const Value& value) {
    const Value* map = object_;
    std::vector<Text> whole(path);
    for (const Text each : path) {
      map = FieldOf(map, each);
    }
    if (map != nullptr) {
      whole.push_back(key);
      object_ = &With(*object_, whole, value);
    }
  }

  void Remove(Text key) {
    std::vector<Entry> entries;
    std::copy_if(object_->entries().begin(), object_->entries().end(), std::back_inserter(entries),
                 [key](const Entry& entry) { return entry.key->raw != key; });
    object_ = build_.WithEntries(*object_, entries);
  }

  // `stringData` replaces the data with the same keys. Its values are unknown: findings must not show them in
  // a form that is not recognized as secret.
  void SetData() {
    const Value* texts = FieldOf(object_, "stringData");
    if (texts == nullptr) {
      return;
    }
    const Value* data = FieldOf(object_, "data");
    std::vector<Entry> entries(EntriesOf(data).begin(), EntriesOf(data).end());
    for (const Entry& text : texts->entries()) {
      const Value* encoded = &GeneratedValue();
      const auto same = std::find_if(entries.begin(), entries.end(),
                                     [&](const Entry& entry) { return entry.key->raw == text.key->raw; });
      if (same != entries.end()) {
        same->value = encoded;
      } else {
        entries.push_back({text.key, encoded});
      }
    }
    Remove("stringData");
    if (!entries.empty()) {
      Remove("data");
      Set({"data"},
          data == nullptr ? *build_.Mapping(entries, texts->span) : *build_.WithEntries(*data, entries));
    }
  }

  void SetAddresses() {
    const Value* spec = FieldOf(object_, "spec");
    if (spec == nullptr || TextField(spec, "type") == "ExternalName") {
      return;
    }
    const Value* address = FieldOf(spec, "clusterIP");
    Set({"spec", "clusterIPs"},
        address == nullptr ? GeneratedValue() : *build_.Sequence(std::array{address}));
    Set({"spec", "clusterIP"}, GeneratedValue());
    Set({"spec", "ipFamilies"}, GeneratedValue());
    Set({"spec", "ipFamilyPolicy"}, GeneratedValue());
    SetNodePorts(*spec);
  }

  void SetNodePorts(const Value& spec) {
    const Text type = TextField(&spec, "type");
    const Value* allocates = FieldOf(&spec, "allocateLoadBalancerNodePorts");
    const bool has_ports =
        type == "NodePort" || (type == "LoadBalancer" && (allocates == nullptr || allocates->boolean));
    const Value* ports = FieldOf(&spec, "ports");
    if (has_ports && ports != nullptr) {
      std::vector<const Value*> items;
      for (const Value* port : ports->items()) {
        items.push_back(port->kind != value::Kind::kMapping
                            ? port
                            : &With(*port, std::array{Text("nodePort")}, GeneratedValue()));
      }
      Replace({"spec", "ports"}, *build_.WithItems(*ports, items));
    }
    if (type == "LoadBalancer" && TextField(&spec, "externalTrafficPolicy") == "Local") {
      Set({"spec", "healthCheckNodePort"}, GeneratedValue());
    }
  }

  // Scheduling gates are a condition, and limits of the pod result in requests.
  void SetPodValues() {
    const Value* spec = FieldOf(object_, "spec");
    if (is_new_ && !ItemsOf(FieldOf(spec, "schedulingGates")).empty()) {
      Set({"status", "conditions"}, GeneratedValue());
    }
    if (FieldOf(FieldOf(spec, "resources"), "limits") != nullptr) {
      Replace({"spec", "resources", "requests"}, GeneratedValue());
    }
  }

  void SetJobLabels() {
    const Value* manual = FieldOf(FieldOf(object_, "spec"), "manualSelector");
    if (!is_new_ || (manual != nullptr && manual->kind == value::Kind::kBool && manual->boolean)) {
      return;
    }
    const Value& name = request_.name.empty() ? GeneratedValue() : *build_.String(request_.name);
    for (const Text label : {"job-name", "batch.kubernetes.io/job-name"}) {
      Set({"spec", "template", "metadata", "labels", label}, name);
    }
    for (const Text label : {"controller-uid", "batch.kubernetes.io/controller-uid"}) {
      Set({"spec", "template", "metadata", "labels", label}, GeneratedValue());
    }
    Set({"spec", "selector"}, GeneratedValue());
  }

  void SetDataSource() {
    const Value* spec = FieldOf(object_, "spec");
    if (const Value* source = FieldOf(spec, "dataSource")) {
      Set({"spec", "dataSource", "apiGroup"}, *build_.Null());
      Set({"spec", "dataSourceRef"}, *source);
      Set({"spec", "dataSourceRef", "apiGroup"}, *build_.Null());
    } else if (const Value* reference = FieldOf(spec, "dataSourceRef");
               reference != nullptr && FieldOf(reference, "namespace") == nullptr) {
      Set({"spec", "dataSourceRef", "apiGroup"}, *build_.Null());
      Set({"spec", "dataSource"}, *FieldOf(FieldOf(object_, "spec"), "dataSourceRef"));
    }
  }

  const AdmissionRequest& request_;
  const Value* object_;
  bool is_new_;
  value::Builder build_;
};

}  // namespace

void SetStoredValues(AdmissionRequest& request, Arena& arena) {
  const bool is_new = request.operation == Operation::kCreate;
  for (const Value** object : {&request.object, &request.old_object}) {
    if (*object != nullptr && (*object)->kind == value::Kind::kMapping) {
      *object = StoredObject(request, **object, is_new, arena).Make();
    }
  }
}

}  // namespace kval::kubernetes
