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
constexpr Text kMutatingPolicy = "MutatingPolicy";
constexpr Controller kCronJobs[] = {{"batch", "cronjobs"}};

// Controllers whose pods have the same path, and this path. `before` and `after`: what encloses the fields of
// a pod in an object of CEL.
struct ControllerGroup {
  std::span<const Controller> controllers;
  Text pod, before, after;
};
constexpr ControllerGroup kGroups[] = {
    {kTemplates, "spec.template.", "Object{spec: Object.spec{template: Object.spec.template{", "}}}"},
    {kCronJobs, "spec.jobTemplate.spec.template.",
     "Object{spec: Object.spec{jobTemplate: Object.spec.jobTemplate{spec: Object.spec.jobTemplate.spec{"
     "template: Object.spec.jobTemplate.spec.template{",
     "}}}}}"}};

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

bool IsPartOfName(char c) {
  return IsAlnum(c) || c == '_';
}

// Inserts the path of the pod before FIELD in `object.FIELD`, `oldObject.FIELD` and the types `Object.FIELD`.
std::string WithPathOfMutation(Text text, Text field, Text pod) {
  const std::string from = "bject." + std::string(field);
  std::string done;
  size_t begin = 0;
  for (size_t at = text.find(from); at != Text::npos; at = text.find(from, at + 1)) {
    const Text before = text.substr(0, at);
    const size_t word = before.ends_with("oldO") ? 4 : 1;
    const bool is_object = before.ends_with("oldO") || before.ends_with('o') || before.ends_with('O');
    if (is_object && (at == word || !IsPartOfName(text[at - word - 1]))) {
      const size_t dot = at + from.size() - field.size();
      done.append(text.substr(begin, dot - begin)).append(pod);
      begin = dot;
    }
  }
  return done.append(text.substr(begin));
}

// Encloses the fields of an expression `Object{…}`. Returns other expressions as they are.
std::string Enclosed(const std::string& text, const ControllerGroup& group) {
  constexpr Text kObject = "Object";
  Text rest = Trimmed(text, kWhitespace);
  if (!rest.starts_with(kObject)) {
    return text;
  }
  rest = Trimmed(rest.substr(kObject.size()), kWhitespace);
  if (!rest.starts_with('{')) {
    return text;
  }
  size_t open = 0;
  for (size_t i = 0; i < rest.size(); ++i) {
    open += rest[i] == '{' ? 1 : 0;
    open -= rest[i] == '}' ? 1 : 0;
    if (open == 0 && i > 1) {
      const Text fields = rest.substr(1, i - 1);
      return std::string(group.before).append(fields).append(group.after).append(rest.substr(i + 1));
    }
  }
  return text;
}

class Generator {
 public:
  Generator(const ControllerGroup& group, Arena& arena) : group_(group), make_(arena) {}

  const Value* Generate(const Value& policy, const Texts& controllers) {
    const Value* spec = FieldOf(&policy, "spec");
    const Value* constraints = FieldOf(spec, "matchConstraints");
    const Value* operations = FieldOf(ItemsOf(FieldOf(constraints, "resourceRules")).front(), "operations");
    std::vector<const Value*> rules;
    for (const Controller& each : group_.controllers) {
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
    const bool mutates = TextField(&policy, "kind") == kMutatingPolicy;
    return With(policy, "spec",
                With(mutates ? *RewrittenMutations(*spec) : *Rewritten(*spec), "matchConstraints", match));
  }

 private:
  // The match conditions and apply configurations; JSON patches and variables remain.
  const Value* RewrittenMutations(const Value& spec) {
    const auto expression_of = [&](const Value& map) {
      return With(map, "expression", RewrittenMutation(FieldOf(&map, "expression")));
    };
    std::vector<const Value*> conditions, mutations;
    for (const Value* condition : ItemsOf(FieldOf(&spec, "matchConditions"))) {
      conditions.push_back(expression_of(*condition));
    }
    for (const Value* mutation : ItemsOf(FieldOf(&spec, "mutations"))) {
      const Value* patch = FieldOf(mutation, "applyConfiguration");
      mutations.push_back(patch == nullptr ? mutation
                                           : With(*mutation, "applyConfiguration", expression_of(*patch)));
    }
    return With(*With(spec, "matchConditions", make_.List(conditions)), "mutations", make_.List(mutations));
  }

  const Value* RewrittenMutation(const Value* expression) {
    if (TextOf(expression).empty()) {
      return expression;
    }
    std::string text(expression->raw.view());
    for (const Text field : {"spec", "metadata.labels", "metadata.annotations"}) {
      text = WithPathOfMutation(text, field, group_.pod);
    }
    return make_.builder().String(Enclosed(text, group_), expression->span);
  }

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
      const std::string text = WithPath(WithPath(value.raw, "spec", group_.pod), "metadata", group_.pod);
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

  const ControllerGroup& group_;
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
  const Text kind = TextField(&object, "kind");
  return TextField(&object, "apiVersion").starts_with("policies.kyverno.io/") &&
         (kind == "ValidatingPolicy" || kind == kMutatingPolicy);
}

bool ChangesOtherObjects(const Value& policy) {
  const Value* targets = FieldOf(FieldOf(&policy, "spec"), "targetMatchConstraints");
  return !ItemsOf(FieldOf(targets, "resourceRules")).empty() || !TextField(targets, "expression").empty();
}

std::string_view EvaluationModeOf(const Value& policy) {
  const Text mode = TextField(FieldOf(FieldOf(&policy, "spec"), "evaluation"), "mode");
  return mode.empty() ? Text("Kubernetes") : mode;
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
    if (const Value* made = Generator(group, arena).Generate(policy, controllers)) {
      generated.push_back(made);
    }
  }
  return generated;
}

}  // namespace kval::kubernetes
