#include "src/kubernetes/admission/kyverno_policy.h"

#include <algorithm>
#include <span>
#include <string>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/generated_values.h"
#include "src/support/ascii.h"
#include "src/support/native_stack.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using Texts = std::vector<Text>;
using value::Entry;
using value::Value;

struct Controller {
  Text group, resource;
};
constexpr Controller kTemplates[] = {{"apps", "daemonsets"},
                                     {"apps", "deployments"},
                                     {"apps", "replicasets"},
                                     {"apps", "statefulsets"},
                                     {"batch", "jobs"}};
constexpr Controller kCronJobs[] = {{"batch", "cronjobs"}};

// Controllers whose pods have the same path, and this path.
struct ControllerGroup {
  std::span<const Controller> controllers;
  Text pod;
};
constexpr ControllerGroup kGroups[] = {{kTemplates, "spec.template."},
                                       {kCronJobs, "spec.jobTemplate.spec.template."}};

// Replaces `object.FIELD` with `object.PATH.FIELD`, except before `.namespace`, which templates lack.
std::string WithPath(Text text, Text field, Text pod) {
  const std::string from = "object." + std::string(field);
  constexpr Text kProtected = ".namespace";
  std::string done;
  size_t begin = 0;
  for (size_t at = text.find(from); at != Text::npos; at = text.find(from, begin)) {
    const Text rest = text.substr(at + from.size());
    const bool is_protected = rest.starts_with(kProtected) &&
                              (rest.size() == kProtected.size() ||
                               !(IsAlnum(rest[kProtected.size()]) || rest[kProtected.size()] == '_'));
    done.append(text.substr(begin, at - begin)).append("object.");
    done.append(is_protected ? Text() : pod).append(field);
    begin = at + from.size();
  }
  return done.append(text.substr(begin));
}

class Generator {
 public:
  Generator(Text pod, Arena& arena) : pod_(pod), make_(arena) {}

  const Value* Generate(const Value& policy, const Texts& controllers, std::span<const Controller> of_group) {
    const Value* spec = FieldOf(&policy, "spec");
    const Value* constraints = FieldOf(spec, "matchConstraints");
    const Value* operations = FieldOf(ItemsOf(FieldOf(constraints, "resourceRules")).front(), "operations");
    std::vector<const Value*> rules;
    for (const Controller& each : of_group) {
      if (operations != nullptr &&
          std::find(controllers.begin(), controllers.end(), each.resource) != controllers.end()) {
        rules.push_back(make_.Map({{"apiGroups", make_.List({each.group})},
                                   {"apiVersions", make_.List({"v1"})},
                                   {"resources", make_.List({each.resource})},
                                   {"operations", operations}}));
      }
    }
    if (rules.empty()) {
      return nullptr;
    }
    const Value* match = make_.Map({{"resourceRules", make_.List(rules)},
                                    {"namespaceSelector", FieldOf(constraints, "namespaceSelector")}});
    return With(policy, "spec", With(*Rewritten(*spec), "matchConstraints", match));
  }

 private:
  const Value* With(const Value& map, Text key, const Value* value) {
    std::vector<Entry> entries(map.entries().begin(), map.entries().end());
    for (Entry& entry : entries) {
      entry.value = entry.key->raw == key ? value : entry.value;
    }
    return make_.builder().WithEntries(map, entries);
  }

  const Value* Rewritten(const Value& value) {
    NeedStack();
    if (value.kind == value::Kind::kString) {
      const std::string text = WithPath(WithPath(value.raw, "spec", pod_), "metadata", pod_);
      return text == Text(value.raw) ? &value : make_.builder().String(text, value.span);
    }
    if (value.kind == value::Kind::kMapping) {
      std::vector<Entry> entries(value.entries().begin(), value.entries().end());
      for (Entry& entry : entries) {
        entry.value = Rewritten(*entry.value);
      }
      return make_.builder().WithEntries(value, entries);
    }
    if (value.kind == value::Kind::kSequence) {
      std::vector<const Value*> items;
      for (const Value* item : value.items()) {
        items.push_back(Rewritten(*item));
      }
      return make_.builder().WithItems(value, items);
    }
    return &value;
  }

  Text pod_;
  GeneratedValues make_;
};

bool IsForPods(const Value* constraints) {
  const auto rules = ItemsOf(FieldOf(constraints, "resourceRules"));
  const Value* selector = FieldOf(constraints, "objectSelector");
  const auto is_only = [&](Text key, Text item) {
    return TextItemsOf(FieldOf(rules.front(), key)) == Texts{item};
  };
  return rules.size() == 1 && ItemsOf(FieldOf(constraints, "excludeResourceRules")).empty() &&
         EntriesOf(FieldOf(selector, "matchLabels")).empty() &&
         ItemsOf(FieldOf(selector, "matchExpressions")).empty() &&
         ItemsOf(FieldOf(rules.front(), "resourceNames")).empty() && is_only("apiGroups", "") &&
         is_only("apiVersions", "v1") && is_only("resources", "pods");
}

}  // namespace

bool IsKyvernoPolicy(const Value& object) {
  return TextField(&object, "apiVersion").starts_with("policies.kyverno.io/") &&
         TextField(&object, "kind") == "ValidatingPolicy";
}

bool IsForKubernetes(const Value& policy) {
  const Text mode = TextField(FieldOf(FieldOf(&policy, "spec"), "evaluation"), "mode");
  return mode.empty() || mode == "Kubernetes";
}

std::vector<const Value*> GenerateForControllers(const Value& policy, Arena& arena) {
  const Value* spec = FieldOf(&policy, "spec");
  std::vector<const Value*> generated;
  if (!IsForPods(FieldOf(spec, "matchConstraints"))) {
    return generated;
  }
  const Value* chosen = FieldOf(FieldOf(FieldOf(spec, "autogen"), "podControllers"), "controllers");
  for (const ControllerGroup& group : kGroups) {
    Texts controllers = TextItemsOf(chosen);
    if (chosen == nullptr) {
      std::transform(group.controllers.begin(), group.controllers.end(), std::back_inserter(controllers),
                     [](const Controller& each) { return each.resource; });
    }
    if (const Value* made = Generator(group.pod, arena).Generate(policy, controllers, group.controllers)) {
      generated.push_back(made);
    }
  }
  return generated;
}

}  // namespace kval::kubernetes
