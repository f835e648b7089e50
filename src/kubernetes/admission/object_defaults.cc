#include "src/kubernetes/admission/object_defaults.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/policy_references.h"
#include "src/support/ascii.h"
#include "src/value/builder.h"

// k8s.io/kubernetes, pkg/apis/*/v1/defaults.go.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Entry;
using value::Value;

// A default of a field. Rows apply in order; a row does not create the parents of its field.
struct DefaultRow {
  Text kind;       // `PodSpec`, `Container` and `Probe` wherever they are in built-in kinds
  Text path;       // keys joined by dots; `[]` after a key is each item of its list, `*` each entry of a map
  Text value;      // `{}`, a boolean, an integer or a string; `=KEY` the value of a sibling
  Text when = {};  // `KEY=VALUE`: a condition on a sibling; `KEY` alone: the sibling exists
};

// An image without a tag, or with the tag `latest`, is always pulled.
constexpr Text kPullPolicy = "(pull policy)";
// A number in place of a quantity is a string.
constexpr Text kQuantity = "(quantity)";
constexpr Text kZeroQuantity = "(zero quantity)";
// Go does not write the field if it is false, 0 or empty.
constexpr Text kOmitted = "(omitted)";
// Missing requests are the limits.
constexpr Text kLimits = "(limits)";

constexpr DefaultRow kRows[] = {
    {"Deployment", "spec.paused", kOmitted},
    {"Deployment", "spec.minReadySeconds", kOmitted},
    {"DaemonSet", "spec.minReadySeconds", kOmitted},
    {"StatefulSet", "spec.minReadySeconds", kOmitted},
    {"ReplicaSet", "spec.minReadySeconds", kOmitted},
    {"Service", "spec.publishNotReadyAddresses", kOmitted},
    {"Service", "spec.ports[].nodePort", kOmitted},
    {"PriorityClass", "globalDefault", kOmitted},
    {"PodSpec", "hostNetwork", kOmitted},
    {"PodSpec", "hostPID", kOmitted},
    {"PodSpec", "hostIPC", kOmitted},
    {"PodSpec", "hostname", kOmitted},
    {"PodSpec", "nodeName", kOmitted},
    {"PodSpec", "serviceAccountName", kOmitted},
    {"PodSpec", "priorityClassName", kOmitted},
    {"PodSpec", "volumes[].persistentVolumeClaim.readOnly", kOmitted},
    {"PodSpec", "volumes[].nfs.readOnly", kOmitted},
    {"Container", "stdin", kOmitted},
    {"Container", "stdinOnce", kOmitted},
    {"Container", "tty", kOmitted},
    {"Container", "imagePullPolicy", kOmitted},
    {"Container", "workingDir", kOmitted},
    {"Container", "env[].value", kOmitted},
    {"Container", "ports[].hostPort", kOmitted},
    {"Container", "ports[].name", kOmitted},
    {"Container", "volumeMounts[].readOnly", kOmitted},
    {"Container", "volumeMounts[].subPath", kOmitted},
    {"Probe", "initialDelaySeconds", kOmitted},
    {"Probe", "timeoutSeconds", kOmitted},
    {"Probe", "periodSeconds", kOmitted},
    {"Probe", "successThreshold", kOmitted},
    {"Probe", "failureThreshold", kOmitted},
    {"Deployment", "spec.replicas", "1"},
    {"Deployment", "spec.strategy", "{}"},
    {"Deployment", "spec.strategy.type", "RollingUpdate"},
    {"Deployment", "spec.strategy.rollingUpdate", "{}", "type=RollingUpdate"},
    {"Deployment", "spec.strategy.rollingUpdate.maxUnavailable", "25%"},
    {"Deployment", "spec.strategy.rollingUpdate.maxSurge", "25%"},
    {"Deployment", "spec.revisionHistoryLimit", "10"},
    {"Deployment", "spec.progressDeadlineSeconds", "600"},
    {"DaemonSet", "spec.updateStrategy", "{}"},
    {"DaemonSet", "spec.updateStrategy.type", "RollingUpdate"},
    {"DaemonSet", "spec.updateStrategy.rollingUpdate", "{}", "type=RollingUpdate"},
    {"DaemonSet", "spec.updateStrategy.rollingUpdate.maxUnavailable", "1"},
    {"DaemonSet", "spec.updateStrategy.rollingUpdate.maxSurge", "0"},
    {"DaemonSet", "spec.revisionHistoryLimit", "10"},
    {"StatefulSet", "spec.podManagementPolicy", "OrderedReady"},
    {"StatefulSet", "spec.updateStrategy", "{}"},
    {"StatefulSet", "spec.updateStrategy.type", "RollingUpdate"},
    {"StatefulSet", "spec.updateStrategy.rollingUpdate", "{}", "type=RollingUpdate"},
    {"StatefulSet", "spec.updateStrategy.rollingUpdate.partition", "0"},
    {"StatefulSet", "spec.persistentVolumeClaimRetentionPolicy", "{}"},
    {"StatefulSet", "spec.persistentVolumeClaimRetentionPolicy.whenDeleted", "Retain"},
    {"StatefulSet", "spec.persistentVolumeClaimRetentionPolicy.whenScaled", "Retain"},
    {"StatefulSet", "spec.replicas", "1"},
    {"StatefulSet", "spec.revisionHistoryLimit", "10"},
    {"StatefulSet", "spec.volumeClaimTemplates[].kind", "PersistentVolumeClaim"},
    {"StatefulSet", "spec.volumeClaimTemplates[].apiVersion", "v1"},
    {"StatefulSet", "spec.volumeClaimTemplates[].status", "{}"},
    {"StatefulSet", "spec.volumeClaimTemplates[].status.phase", "Pending"},
    {"StatefulSet", "spec.volumeClaimTemplates[].spec.volumeMode", "Filesystem"},
    {"StatefulSet", "spec.volumeClaimTemplates[].spec.resources.requests.*", kQuantity},
    {"ReplicaSet", "spec.replicas", "1"},
    {"ReplicationController", "spec.replicas", "1"},
    {"Job", "spec.parallelism", "1"},
    {"Job", "spec.backoffLimit", "6"},
    {"Job", "spec.completionMode", "NonIndexed"},
    {"Job", "spec.suspend", "false"},
    {"Job", "spec.podReplacementPolicy", "Failed", "podFailurePolicy"},
    {"Job", "spec.podReplacementPolicy", "TerminatingOrFailed"},
    {"Job", "spec.manualSelector", "false"},
    {"CronJob", "spec.jobTemplate.metadata", "{}"},
    {"CronJob", "spec.concurrencyPolicy", "Allow"},
    {"CronJob", "spec.suspend", "false"},
    {"CronJob", "spec.successfulJobsHistoryLimit", "3"},
    {"CronJob", "spec.failedJobsHistoryLimit", "1"},
    {"Service", "spec.sessionAffinity", "None"},
    {"Service", "spec.sessionAffinityConfig", "{}", "sessionAffinity=ClientIP"},
    {"Service", "spec.sessionAffinityConfig.clientIP", "{}"},
    {"Service", "spec.sessionAffinityConfig.clientIP.timeoutSeconds", "10800"},
    {"Service", "spec.type", "ClusterIP"},
    {"Service", "spec.ports[].protocol", "TCP"},
    {"Service", "spec.ports[].targetPort", "=port"},
    {"Service", "spec.externalTrafficPolicy", "Cluster", "type=NodePort"},
    {"Service", "spec.externalTrafficPolicy", "Cluster", "type=LoadBalancer"},
    {"Service", "spec.internalTrafficPolicy", "Cluster", "type=ClusterIP"},
    {"Service", "spec.internalTrafficPolicy", "Cluster", "type=NodePort"},
    {"Service", "spec.internalTrafficPolicy", "Cluster", "type=LoadBalancer"},
    {"Service", "spec.allocateLoadBalancerNodePorts", "true", "type=LoadBalancer"},
    {"Namespace", "spec", "{}"},
    {"Namespace", "status", "{}"},
    {"Namespace", "status.phase", "Active"},
    {"Secret", "type", "Opaque"},
    {"PersistentVolume", "spec.persistentVolumeReclaimPolicy", "Retain"},
    {"PersistentVolume", "spec.volumeMode", "Filesystem"},
    {"PersistentVolume", "spec.hostPath.type", ""},
    {"PersistentVolume", "spec.capacity.*", kQuantity},
    {"PersistentVolumeClaim", "spec.volumeMode", "Filesystem"},
    {"PersistentVolumeClaim", "spec.resources.requests.*", kQuantity},
    {"ResourceQuota", "spec.hard.*", kQuantity},
    {"Endpoints", "subsets[].ports[].protocol", "TCP"},
    {"NetworkPolicy", "spec.ingress[].ports[].protocol", "TCP"},
    {"NetworkPolicy", "spec.egress[].ports[].protocol", "TCP"},
    {"HorizontalPodAutoscaler", "spec.minReplicas", "1"},
    {"StorageClass", "reclaimPolicy", "Delete"},
    {"StorageClass", "volumeBindingMode", "Immediate"},
    {"ClusterRoleBinding", "roleRef.apiGroup", "rbac.authorization.k8s.io"},
    {"RoleBinding", "roleRef.apiGroup", "rbac.authorization.k8s.io"},
    {"PriorityClass", "preemptionPolicy", "PreemptLowerPriority"},
    {"Pod", "spec.enableServiceLinks", "true"},
    {"Pod", "spec.containers[].resources.requests", kLimits},
    {"Pod", "spec.initContainers[].resources.requests", kLimits},
    {"PodSpec", "serviceAccountName", "=serviceAccount", "serviceAccount"},
    {"PodSpec", "serviceAccount", "=serviceAccountName", "serviceAccountName"},
    {"PodSpec", "dnsPolicy", "ClusterFirst"},
    {"PodSpec", "restartPolicy", "Always"},
    {"PodSpec", "securityContext", "{}"},
    {"PodSpec", "terminationGracePeriodSeconds", "30"},
    {"PodSpec", "schedulerName", "default-scheduler"},
    {"PodSpec", "volumes[].secret.defaultMode", "420"},
    {"PodSpec", "volumes[].configMap.defaultMode", "420"},
    {"PodSpec", "volumes[].downwardAPI.defaultMode", "420"},
    {"PodSpec", "volumes[].projected.defaultMode", "420"},
    {"PodSpec", "volumes[].projected.sources[].serviceAccountToken.expirationSeconds", "3600"},
    {"PodSpec", "volumes[].downwardAPI.items[].fieldRef.apiVersion", "v1"},
    {"PodSpec", "volumes[].downwardAPI.items[].resourceFieldRef.divisor", kZeroQuantity},
    {"PodSpec", "volumes[].projected.sources[].downwardAPI.items[].fieldRef.apiVersion", "v1"},
    {"PodSpec", "volumes[].projected.sources[].downwardAPI.items[].resourceFieldRef.divisor", kZeroQuantity},
    {"PodSpec", "volumes[].hostPath.type", ""},
    {"PodSpec", "volumes[].emptyDir.sizeLimit", kQuantity},
    {"Container", "imagePullPolicy", kPullPolicy},
    {"Container", "terminationMessagePath", "/dev/termination-log"},
    {"Container", "terminationMessagePolicy", "File"},
    {"Container", "resources", "{}"},
    {"Container", "resources.limits.*", kQuantity},
    {"Container", "resources.requests.*", kQuantity},
    {"Container", "ports[].protocol", "TCP"},
    {"Container", "env[].valueFrom.fieldRef.apiVersion", "v1"},
    {"Container", "env[].valueFrom.resourceFieldRef.divisor", kZeroQuantity},
    {"Probe", "timeoutSeconds", "1"},
    {"Probe", "periodSeconds", "10"},
    {"Probe", "successThreshold", "1"},
    {"Probe", "failureThreshold", "3"},
    {"Probe", "httpGet.path", "/"},
    {"Probe", "httpGet.scheme", "HTTP"},
};

// Where a kind has the values of a common type.
struct Part {
  Text kind, path, part;
};
constexpr Part kParts[] = {
    {"Pod", "spec", "PodSpec"},
    {"Deployment", "spec.template.spec", "PodSpec"},
    {"DaemonSet", "spec.template.spec", "PodSpec"},
    {"StatefulSet", "spec.template.spec", "PodSpec"},
    {"ReplicaSet", "spec.template.spec", "PodSpec"},
    {"ReplicationController", "spec.template.spec", "PodSpec"},
    {"Job", "spec.template.spec", "PodSpec"},
    {"CronJob", "spec.jobTemplate.spec.template.spec", "PodSpec"},
    {"PodTemplate", "template.spec", "PodSpec"},
    {"PodSpec", "containers[]", "Container"},
    {"PodSpec", "initContainers[]", "Container"},
    {"PodSpec", "ephemeralContainers[]", "Container"},
    {"Container", "livenessProbe", "Probe"},
    {"Container", "readinessProbe", "Probe"},
    {"Container", "startupProbe", "Probe"},
};

class Defaults {
 public:
  explicit Defaults(Arena& arena) : builder_(&arena) {}

  // Returns the value of a kind or part with its defaults.
  const Value* Apply(const Value& value, Text kind) {
    const Value* done = &value;
    for (const DefaultRow& row : kRows) {
      if (row.kind == kind) {
        done = Change(*done, row.path, [&](const Value& map, Text key) { return Changed(map, key, row); });
      }
    }
    for (const Part& part : kParts) {
      if (part.kind == kind) {
        done = ApplyToPart(*done, part);
      }
    }
    return done;
  }

  const Value* WithEntry(const Value& map, Text key, const Value* value) {
    std::vector<Entry> entries(map.entries().begin(), map.entries().end());
    const auto same = std::find_if(entries.begin(), entries.end(),
                                   [key](const Entry& entry) { return entry.key->raw == key; });
    if (same == entries.end()) {
      entries.push_back({builder_.String(key), value});
    } else {
      same->value = value;
    }
    return builder_.WithEntries(map, entries);
  }

  value::Builder& builder() { return builder_; }

 private:
  const Value* ApplyToPart(const Value& value, const Part& part) {
    const auto apply = [&](const Value& inner) { return Apply(inner, part.part); };
    return Change(value, part.path, [&](const Value& map, Text key) -> const Value* {
      const bool is_list = key.ends_with("[]");
      key.remove_suffix(is_list ? 2 : 0);
      const Value* found = FieldOf(&map, key);
      if (found == nullptr) {
        return &map;
      }
      const Value* changed = is_list ? EachItem(*found, apply) : apply(*found);
      return changed == found ? &map : WithEntry(map, key, changed);
    });
  }

  template <typename Fn>
  const Value* EachItem(const Value& list, Fn fn) {
    std::vector<const Value*> items;
    for (const Value* item : list.items()) {
      items.push_back(fn(*item));
    }
    return std::equal(items.begin(), items.end(), list.items().begin(), list.items().end())
               ? &list
               : builder_.WithItems(list, items);
  }

  // Applies `last` to every map that the path leads to, with the last key of the path. Returns the changed
  // value.
  template <typename Fn>
  const Value* Change(const Value& value, Text path, Fn last) {
    if (value.kind != value::Kind::kMapping) {
      return &value;
    }
    const size_t dot = path.find('.');
    if (dot == Text::npos) {
      return last(value, path);
    }
    const Text step = path.substr(0, dot);
    const Text rest = path.substr(dot + 1);
    const bool is_list = step.ends_with("[]");
    const Text key = step.substr(0, step.size() - (is_list ? 2 : 0));
    const Value* child = FieldOf(&value, key);
    if (child == nullptr) {
      return &value;
    }
    const Value* changed = is_list
                               ? EachItem(*child, [&](const Value& item) { return Change(item, rest, last); })
                               : Change(*child, rest, last);
    return changed == child ? &value : WithEntry(value, key, changed);
  }

  const Value* Changed(const Value& map, Text key, const DefaultRow& row) {
    if (row.value == kQuantity) {
      return WithQuantities(map, key);
    }
    if (row.value == kLimits) {
      return WithRequests(map, key);
    }
    if (row.value == kOmitted) {
      return WithoutZero(map, key);
    }
    if (FieldOf(&map, key) != nullptr || !Holds(row.when, map)) {
      return &map;
    }
    const Value* value = row.value == kZeroQuantity   ? builder_.String("0")
                         : row.value == kPullPolicy   ? PullPolicy(TextField(&map, "image"))
                         : row.value.starts_with('=') ? FieldOf(&map, row.value.substr(1))
                                                      : Literal(row.value);
    return value == nullptr ? &map : WithEntry(map, key, value);
  }

  const Value* WithoutZero(const Value& map, Text key) {
    const Value* value = FieldOf(&map, key);
    const bool is_zero = value != nullptr && ((value->kind == value::Kind::kBool && !value->boolean) ||
                                              (value->kind == value::Kind::kInt && value->integer == 0) ||
                                              (value->kind == value::Kind::kString && value->raw.empty()));
    if (!is_zero) {
      return &map;
    }
    std::vector<Entry> entries;
    std::copy_if(map.entries().begin(), map.entries().end(), std::back_inserter(entries),
                 [key](const Entry& entry) { return entry.key->raw != key; });
    return builder_.WithEntries(map, entries);
  }

  static bool Holds(Text condition, const Value& map) {
    const size_t equals = condition.find('=');
    return condition.empty() || (equals == Text::npos ? FieldOf(&map, condition) != nullptr
                                                      : TextField(&map, condition.substr(0, equals)) ==
                                                            condition.substr(equals + 1));
  }

  const Value* WithQuantities(const Value& map, Text key) {
    const Value* done = &map;
    for (const Entry& entry : map.entries()) {
      const bool is_number =
          entry.value->kind == value::Kind::kInt || entry.value->kind == value::Kind::kFloat;
      if (is_number && (key == "*" || entry.key->raw == key)) {
        done = WithEntry(*done, entry.key->raw, builder_.String(entry.value->raw, entry.value->span));
      }
    }
    return done;
  }

  const Value* WithRequests(const Value& resources, Text key) {
    const Value* requests = FieldOf(&resources, key);
    const Value* limits = FieldOf(&resources, "limits");
    const Value* done = requests == nullptr ? builder_.Mapping({}) : requests;
    for (const Entry& limit : EntriesOf(limits)) {
      done = FieldOf(done, limit.key->raw) == nullptr ? WithEntry(*done, limit.key->raw, limit.value) : done;
    }
    return limits == nullptr || done == requests ? &resources : WithEntry(resources, key, done);
  }

  const Value* PullPolicy(Text image) {
    const size_t slash = image.rfind('/');
    const Text name = slash == Text::npos ? image : image.substr(slash + 1);
    const size_t colon = name.find(':');
    const bool has_digest = name.find('@') != Text::npos;
    const bool is_latest =
        colon == Text::npos ? !has_digest && !image.empty() : name.substr(colon + 1) == "latest";
    return builder_.String(is_latest ? "Always" : "IfNotPresent");
  }

  const Value* Literal(Text text) {
    if (text == "{}") {
      return builder_.Mapping({});
    }
    if (text == "true" || text == "false") {
      return builder_.Bool(text == "true");
    }
    if (!text.empty() && std::all_of(text.begin(), text.end(), IsDigit)) {
      int64_t number = 0;
      for (const char c : text) {
        number = number * 10 + (c - '0');
      }
      return builder_.Int(number);
    }
    return builder_.String(text);
  }

  value::Builder builder_;
};

// A Job without labels has those of its pods.
const Value* WithTemplateLabels(const Value& job, Arena& arena) {
  const Value* metadata = FieldOf(&job, "metadata");
  const Value* of_pods = FieldOf(FieldOf(FieldOf(FieldOf(&job, "spec"), "template"), "metadata"), "labels");
  if (metadata == nullptr || of_pods == nullptr || !EntriesOf(FieldOf(metadata, "labels")).empty()) {
    return &job;
  }
  Defaults defaults(arena);
  return defaults.WithEntry(job, "metadata", defaults.WithEntry(*metadata, "labels", of_pods));
}

// Groups with the kinds of the tables.
constexpr Text kGroups[] = {"",
                            "apps",
                            "batch",
                            "networking.k8s.io",
                            "autoscaling",
                            "storage.k8s.io",
                            "rbac.authorization.k8s.io",
                            "scheduling.k8s.io"};

}  // namespace

const Value* WithNamespace(const AdmissionRequest& request, const Value& object, Arena& arena) {
  const Value* metadata = FieldOf(&object, "metadata");
  const bool lacks_namespace = !request.is_namespace() && !request.namespace_name.empty() &&
                               metadata != nullptr && FieldOf(metadata, "namespace") == nullptr;
  if (!lacks_namespace) {
    return &object;
  }
  Defaults defaults(arena);
  const Value* name = defaults.builder().String(request.namespace_name);
  return defaults.WithEntry(object, "metadata", defaults.WithEntry(*metadata, "namespace", name));
}

const Value* WithServerDefaults(const AdmissionRequest& request, const Value& written, Arena& arena) {
  const Value* object = WithNamespace(request, written, arena);
  if (request.is_namespace()) {
    object = WithNameLabel(*object, arena);
  }
  if (request.kind == "Job" && request.group == "batch") {
    object = WithTemplateLabels(*object, arena);
  }
  const bool is_builtin =
      std::find(std::begin(kGroups), std::end(kGroups), request.group) != std::end(kGroups);
  return is_builtin ? Defaults(arena).Apply(*object, request.kind) : object;
}

}  // namespace kval::kubernetes
