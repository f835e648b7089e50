#include "src/kubernetes/admission/object_defaults.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/kubernetes/admission/default_rows.h"
#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/policy_references.h"
#include "src/kubernetes/json_value.h"
#include "src/kubernetes/quantities.h"
#include "src/support/ascii.h"
#include "src/support/word_list.h"
#include "src/value/builder.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Entry;
using value::Value;

class Defaults {
 public:
  explicit Defaults(Arena& arena) : builder_(&arena) {}

  // Returns the value of a kind or part with its defaults.
  const Value* Apply(const Value& value, Text kind) {
    const Value* done = &value;
    for (const DefaultRow& row : DefaultRows()) {
      if (row.kind == kind) {
        done = Change(*done, row.path, [&](const Value& map, Text key) { return Changed(map, key, row); });
      }
    }
    for (const DefaultPart& part : DefaultParts()) {
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
  const Value* ApplyToPart(const Value& value, const DefaultPart& part) {
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
    if (row.value.starts_with(kEntriesOf)) {
      return Holds(row.when, map) ? WithEntriesOf(map, key, row.value.substr(kEntriesOf.size())) : &map;
    }
    if (row.value == kOmitted) {
      return WithoutZero(map, key);
    }
    if (row.value == kHostPorts) {
      return WithHostPorts(map, key);
    }
    if (FieldOf(&map, key) != nullptr || !Holds(row.when, map)) {
      return &map;
    }
    const Value* value = ValueFor(map, row);
    return value == nullptr ? &map : WithEntry(map, key, value);
  }

  // Returns null if the map gets no value.
  const Value* ValueFor(const Value& map, const DefaultRow& row) {
    if (row.value == kPullPolicy) {
      const Text image = TextField(&map, "image");
      return PullPolicy(image.empty() ? TextField(&map, "reference") : image);
    }
    if (row.value == kEmptyVolume) {
      return map.entries().size() == 1 ? builder_.Mapping({}) : nullptr;
    }
    if (row.value == kDirections) {
      const bool has_egress = !ItemsOf(FieldOf(&map, "egress")).empty();
      return Literal(has_egress ? R"(["Ingress", "Egress"])" : R"(["Ingress"])");
    }
    return row.value == kZeroQuantity   ? builder_.String("0")
           : row.value == kNoList       ? builder_.Null()
           : row.value.starts_with('=') ? FieldOf(&map, row.value.substr(1))
                                        : Literal(row.value);
  }

  // Changes the pod with the spec `key`.
  const Value* WithHostPorts(const Value& pod, Text key) {
    const Value* spec = FieldOf(&pod, key);
    const Value* shares_network = FieldOf(spec, "hostNetwork");
    if (shares_network == nullptr || !shares_network->boolean) {
      return &pod;
    }
    const DefaultRow row{"", "", "=containerPort"};
    const auto set_port = [&](const Value& port, Text host_port) { return Changed(port, host_port, row); };
    const Value* done = Change(*spec, "containers[].ports[].hostPort", set_port);
    done = Change(*done, "initContainers[].ports[].hostPort", set_port);
    return done == spec ? &pod : WithEntry(pod, key, done);
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
    if (condition.starts_with('!')) {
      return FieldOf(&map, condition.substr(1)) == nullptr;
    }
    const size_t equals = condition.find('=');
    return condition.empty() || (equals == Text::npos ? FieldOf(&map, condition) != nullptr
                                                      : TextField(&map, condition.substr(0, equals)) ==
                                                            condition.substr(equals + 1));
  }

  // Quantities are strings in their canonical form: `1000m` is `1`.
  const Value* WithQuantities(const Value& map, Text key) {
    const Value* done = &map;
    for (const Entry& entry : map.entries()) {
      const bool is_meant = key == "*" || entry.key->raw == key;
      const auto amount = is_meant ? ParseAmount(*entry.value) : std::nullopt;
      const std::string text = amount ? amount->Text() : std::string(entry.value->raw.view());
      const bool is_number =
          entry.value->kind == value::Kind::kInt || entry.value->kind == value::Kind::kFloat;
      if (is_meant && (is_number || (amount && text != entry.value->raw.view()))) {
        done = WithEntry(*done, entry.key->raw, builder_.String(text, entry.value->span));
      }
    }
    return done;
  }

  const Value* WithEntriesOf(const Value& map, Text key, Text sibling) {
    const Value* own = FieldOf(&map, key);
    const Value* done = own == nullptr ? builder_.Mapping({}) : own;
    for (const Entry& entry : EntriesOf(FieldOf(&map, sibling))) {
      done = FieldOf(done, entry.key->raw) == nullptr ? WithEntry(*done, entry.key->raw, entry.value) : done;
    }
    return done == own || done->entries().empty() ? &map : WithEntry(map, key, done);
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
    if (text.starts_with('{') || text.starts_with('[')) {
      return ReadJsonValue(text, builder_.arena());
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

// Jobs and replication controllers without labels have those of their pods.
const Value* WithTemplateLabels(const Value& object, Arena& arena) {
  const Value* metadata = FieldOf(&object, "metadata");
  const Value* of_pods =
      FieldOf(FieldOf(FieldOf(FieldOf(&object, "spec"), "template"), "metadata"), "labels");
  if (metadata == nullptr || of_pods == nullptr || !EntriesOf(FieldOf(metadata, "labels")).empty()) {
    return &object;
  }
  Defaults defaults(arena);
  return defaults.WithEntry(object, "metadata", defaults.WithEntry(*metadata, "labels", of_pods));
}

// Replication controllers without a selector select the labels of their pods.
const Value* WithTemplateSelector(const Value& controller, Arena& arena) {
  const Value* spec = FieldOf(&controller, "spec");
  const Value* of_pods = FieldOf(FieldOf(FieldOf(spec, "template"), "metadata"), "labels");
  if (of_pods == nullptr || !EntriesOf(FieldOf(spec, "selector")).empty()) {
    return &controller;
  }
  Defaults defaults(arena);
  return defaults.WithEntry(controller, "spec", defaults.WithEntry(*spec, "selector", of_pods));
}

// Groups with the kinds of the tables.
constexpr Text kGroups =
    "apps batch autoscaling policy networking.k8s.io storage.k8s.io rbac.authorization.k8s.io "
    "scheduling.k8s.io discovery.k8s.io flowcontrol.apiserver.k8s.io certificates.k8s.io "
    "resource.k8s.io storagemigration.k8s.io";

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

bool HasServerDefaults(const AdmissionRequest& request) {
  return request.group.empty() || HasWord(kGroups, request.group);
}

const Value* WithServerLabels(const AdmissionRequest& request, const Value& object, Arena& arena) {
  if (request.is_namespace()) {
    return WithNameLabel(object, arena);
  }
  const bool has_labels_of_pods = (request.kind == "Job" && request.group == "batch") ||
                                  (request.kind == "ReplicationController" && request.group.empty());
  return has_labels_of_pods ? WithTemplateLabels(object, arena) : &object;
}

const Value* WithServerDefaults(const AdmissionRequest& request, const Value& written, Arena& arena) {
  const Value* object = WithServerLabels(request, *WithNamespace(request, written, arena), arena);
  if (!HasServerDefaults(request)) {
    return object;
  }
  if (request.kind == "ReplicationController") {
    object = WithTemplateSelector(*object, arena);
  }
  Defaults defaults(arena);
  object = defaults.Apply(*object, request.kind);
  return defaults.Apply(*object, std::string(request.kind) + "/" + std::string(request.version));
}

}  // namespace kval::kubernetes
