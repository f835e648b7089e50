#include "src/kubernetes/practices/best_practice_checker.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/check/describe.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/admission/dynamic_values.h"
#include "src/kubernetes/workload.h"
#include "src/support/check.h"
#include "src/support/substitute.h"
#include "src/support/take_part.h"
#include "src/value/builder.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using check::ValueCursor;
using diag::PracticeSubject;

// The variables of the expressions, in the order of the values.
constexpr Text kVariables[] = {"self",        "object",    "pod",
                               "container",   "budgets",   "networkPolicies",
                               "autoscalers", "workloads", "taggedImages"};
enum Slot : size_t {
  kSelf,
  kObject,
  kPod,
  kContainer,
  kBudgets,
  kPolicies,
  kAutoscalers,
  kWorkloads,
  kImages
};
constexpr size_t kSlots = std::size(kVariables);

bool IsForKind(Text kinds, Text kind) {
  bool is_listed = kinds.empty();
  while (!kinds.empty()) {
    is_listed = TakePart(kinds, ' ') == kind || is_listed;
  }
  return is_listed;
}

// Calls `then` with the value below a path of keys, if it exists.
template <typename Then>
void FollowPath(const ValueCursor& at, Text path, const Then& then) {
  if (path.empty()) {
    then(at);
    return;
  }
  const Text key = TakePart(path, '.');
  if (const std::optional<ValueCursor> child = At(at, key)) {
    FollowPath(*child, path, then);
  }
}

// Calls `then` with the deepest existing value on a path of keys below a value, and the rest of the path.
template <typename Then>
void FollowAsFar(const ValueCursor& at, Text path, const Then& then) {
  Text rest = path;
  const Text key = TakePart(rest, '.');
  const std::optional<ValueCursor> child = path.empty() ? std::nullopt : At(at, key);
  child ? FollowAsFar(*child, rest, then) : then(at, path);
}

// Returns the name of an item or an object, or the number of a port.
Text NameOf(const ValueCursor& at) {
  for (const Text key : {Text("name"), Text("containerPort")}) {
    if (const std::optional<ValueCursor> name = At(at, key)) {
      return name->value->raw;
    }
  }
  return {};
}

}  // namespace

BestPracticeChecker::BestPracticeChecker(std::span<const diag::Kind> rules) {
  for (const Text name : kVariables) {
    environment_.Declare(name, &cel::kDynType);
  }
  for (const diag::BestPractice& practice : diag::BestPractices()) {
    if (std::find(rules.begin(), rules.end(), practice.kind()) != rules.end()) {
      std::vector<cel::ProgramError> errors;
      auto program = cel::Program::Compile(practice.expression, environment_, {}, errors);
      KVAL_CHECK(program.has_value());
      rules_.push_back({&practice, *std::move(program)});
    }
  }
}

class BestPracticeChecker::Run {
 public:
  Run(const Resource& resource, const ObjectIndex& objects, const Limits& limits, Arena& arena,
      diag::Emitter& emit)
      : resource_(resource),
        objects_(objects),
        limits_(limits),
        builder_(&arena),
        emit_(emit),
        heap_(cel::Budget().memory),
        slots_(kSlots, cel::Value::Null()) {
    slots_[kObject] = values_.ToCel(resource.at.value);
    if (const std::optional<ValueCursor> metadata = At(resource.at, "metadata")) {
      name_ = GetStringField(*metadata, "name");
    }
    FindRelated();
  }

  void CheckAll(std::span<const Rule> rules) {
    CheckSubject(resource_.at, PracticeSubject::kObject, rules);
    ForEachPod(resource_, [&](const PodTemplate& pod) {
      slots_[kPod] = values_.ToCel(pod.spec.value);
      CheckSubject(pod.spec, PracticeSubject::kPod, rules);
      for (const Text key : {Text("initContainers"), Text("containers")}) {
        ForEachItemOf(pod.spec, key, [&](const ValueCursor& container) {
          slots_[kContainer] = values_.ToCel(container.value);
          SetTaggedImages(container);
          CheckSubject(container, PracticeSubject::kContainer, rules);
          if (key == "containers") {
            CheckSubject(container, PracticeSubject::kMainContainer, rules);
          }
        });
      }
    });
  }

  uint64_t cost() const { return cost_; }

 private:
  void SetList(Slot slot, const ObjectIndex::Objects& objects) {
    std::vector<const value::Value*> documents;
    for (const ObjectIndex::Object* object : objects) {
      documents.push_back(object->document);
    }
    slots_[slot] = values_.ToCel(builder_.Sequence(documents));
  }

  void FindRelated() {
    const Text namespace_name = ObjectIndex::NamespaceIn(*resource_.at.value);
    ObjectIndex::Objects budgets, policies, selected;
    auto autoscalers = objects_.AutoscalersOf(resource_.kind, name_, namespace_name, cost_);
    ForEachPod(resource_, [&](const PodTemplate& pod) {
      const std::optional<ValueCursor> metadata = At(pod.owner, "metadata");
      const std::optional<ValueCursor> labels = metadata ? At(*metadata, "labels") : std::nullopt;
      const value::Value* const values = labels ? labels->value : nullptr;
      budgets = objects_.Selecting("PodDisruptionBudget", values, namespace_name, cost_);
      policies = objects_.Selecting("NetworkPolicy", values, namespace_name, cost_);
    });
    if (!objects_.foreign_network_policies().empty()) {
      policies.push_back(objects_.foreign_network_policies().front());
    }
    if (resource_.kind == "PodDisruptionBudget") {
      selected = objects_.Selected(ObjectIndex::SelectorOf(resource_.kind, *resource_.at.value),
                                   namespace_name, cost_);
      for (const ObjectIndex::Object* object : selected) {
        const auto more = objects_.AutoscalersOf(object->kind, object->name, object->namespace_name, cost_);
        autoscalers.insert(autoscalers.end(), more.begin(), more.end());
      }
    }
    SetList(kBudgets, budgets);
    SetList(kPolicies, policies);
    SetList(kAutoscalers, autoscalers);
    SetList(kWorkloads, selected);
  }

  // The image of a container, with and without its tag, as far as a kustomization sets its tag.
  void SetTaggedImages(const ValueCursor& container) {
    const Text image = GetStringField(container, "image");
    std::vector<const value::Value*> images;
    for (const Text name : {image, image.substr(0, image.rfind(':'))}) {
      if (objects_.tagged_images().contains(name)) {
        images.push_back(builder_.String(name));
      }
    }
    slots_[kImages] = values_.ToCel(builder_.Sequence(images));
  }

  void CheckSubject(const ValueCursor& at, PracticeSubject subject, std::span<const Rule> rules) {
    for (const Rule& rule : rules) {
      const diag::BestPractice& practice = *rule.practice;
      const bool has_kind = subject != PracticeSubject::kObject || !practice.kinds.empty();
      if (practice.subject != subject || !has_kind || !IsForKind(practice.kinds, resource_.kind)) {
        continue;
      }
      if (practice.each.empty()) {
        CheckOne(at, rule);
        continue;
      }
      FollowPath(at, practice.each, [&](const ValueCursor& list) {
        ForEachItem(list, [&](const ValueCursor& item) { CheckOne(item, rule); });
      });
    }
  }

  void CheckOne(const ValueCursor& at, const Rule& rule) {
    slots_[kSelf] = values_.ToCel(at.value);
    cel::Budget budget;
    budget.cost = limits_.cel_call_cost;
    budget.regex_memory = limits_.regex_memory;
    const cel::Evaluation found = rule.program.Evaluate(slots_, heap_, budget);
    cost_ += std::max(found.cost, found.work / 16);
    if (!found.value.is_error() && !found.value.is_true()) {
      Report(at, *rule.practice);
    }
  }

  // The location is the field in question; if it is missing, the name of the item or the object.
  void Report(const ValueCursor& at, const diag::BestPractice& practice) {
    const bool is_item = practice.subject == PracticeSubject::kContainer ||
                         practice.subject == PracticeSubject::kMainContainer || !practice.each.empty();
    const Text name = is_item ? NameOf(at) : name_;
    FollowAsFar(at, practice.place, [&](const ValueCursor& deepest, Text rest) {
      diag::Path path = deepest.path();
      while (!rest.empty()) {
        path.push_back(diag::PathStep::Key(TakePart(rest, '.')));
      }
      const bool has_nothing = deepest.value == at.value;
      const source::Span span = has_nothing && is_item ? SpanOfName(at)
                                : has_nothing          ? SpanOfObject()
                                                       : check::PlaceOf(deepest.key, *deepest.value);
      const SubstituteArg arg(name);
      const bool has_name = CountPlaceholders(practice.finding) > 0;
      emit_
          .ReportText(
              span, practice.kind(),
              has_name ? Substitute(practice.finding, std::span(&arg, 1)) : std::string(practice.finding))
          .At(std::move(path))
          .Hint(std::string(practice.hint))
          .Emit();
    });
  }

  static source::Span SpanOfName(const ValueCursor& at) {
    const std::optional<ValueCursor> name = At(at, "name");
    return name ? name->value->span : check::PlaceOf(at.key, *at.value);
  }

  source::Span SpanOfObject() const {
    const std::optional<ValueCursor> metadata = At(resource_.at, "metadata");
    return metadata && At(*metadata, "name") ? SpanOfName(*metadata) : resource_.place();
  }

  const Resource& resource_;
  const ObjectIndex& objects_;
  const Limits& limits_;
  value::Builder builder_;
  diag::Emitter& emit_;
  DynamicValues values_;
  cel::Heap heap_;
  std::vector<cel::Value> slots_;
  Text name_;
  uint64_t cost_ = 0;
};

uint64_t BestPracticeChecker::Check(const Resource& resource, const ObjectIndex& objects,
                                    const Limits& limits, Arena& arena, diag::Emitter& emit) const {
  if (rules_.empty()) {
    return 0;
  }
  Run run(resource, objects, limits, arena, emit);
  run.CheckAll(rules_);
  return run.cost();
}

}  // namespace kval::kubernetes
