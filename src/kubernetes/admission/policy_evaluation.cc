#include "src/kubernetes/admission/policy_evaluation.h"

#include <algorithm>
#include <utility>

#include "src/kubernetes/admission/fields.h"
#include "src/lang/cel/containers.h"
#include "src/support/ascii.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr size_t kLongestMessage =
    size_t{5} * 1024;  // apiserver, pkg/apis/cel: MaxEvaluatedMessageExpressionSizeBytes

constexpr size_t kNamespaceSlot = 3;  // of `namespaceObject` among the variables

// A map of which some entries are known.
class PartlyKnownMap final : public cel::Map {
 public:
  PartlyKnownMap(Text key, cel::Value value) : key_(key), value_(value) {}
  size_t size() const override { return 2; }
  bool Find(const cel::Value& key, cel::Value* found) const override {
    const bool is_known = key.is(cel::ValueKind::kString) && key.text() == key_;
    *found = is_known ? value_ : UnknownValue(ServerKnowledge::kNamespace);
    return true;
  }
  cel::Value KeyAt(size_t index) const override {
    return index == 0 ? cel::Value::String(key_) : UnknownValue(ServerKnowledge::kNamespace);
  }
  cel::Value ValueAt(size_t index) const override {
    return index == 0 ? value_ : UnknownValue(ServerKnowledge::kNamespace);
  }

 private:
  Text key_;
  cel::Value value_;
};

cel::Value MapOf(std::initializer_list<std::pair<Text, cel::Value>> entries, cel::Heap& heap) {
  cel::MapBuilder builder(entries.size());
  for (const auto& [key, value] : entries) {
    builder.Set(cel::Value::String(key), value);
  }
  heap.Reserve(cel::MapBuilder::BytesFor(entries.size()));
  return cel::Value::OfMap(builder.Publish(heap));
}

std::string TrimmedText(Text text) {
  return std::string(Trimmed(text, kWhitespace));
}

}  // namespace

bool PolicyEvaluation::Variables::Find(const cel::Value& key, cel::Value* found) const {
  const auto& variables = evaluation_.policy_.variables();
  const auto variable =
      std::find_if(variables.begin(), variables.end(), [&](const AdmissionPolicy::Variable& each) {
        return key.is(cel::ValueKind::kString) && each.name == key.text();
      });
  if (variable == variables.end()) {
    return false;
  }
  *found = ValueAt(static_cast<size_t>(variable - variables.begin()));
  return true;
}

cel::Value PolicyEvaluation::Variables::KeyAt(size_t index) const {
  return cel::Value::String(evaluation_.policy_.variables()[index].name);
}

cel::Value PolicyEvaluation::Variables::ValueAt(size_t index) const {
  computed_.resize(size());
  if (!computed_[index]) {
    const AdmissionPolicy::Variable& variable = evaluation_.policy_.variables()[index];
    cel::Value value = evaluation_.Evaluate(variable.expression);
    if (value.is_error() && !cel::IsUnknown(value) && !value.error().is_final) {
      cel::Heap& heap = evaluation_.heap_;
      const Text message = heap.CopyText("composited variable \"" + std::string(variable.name) +
                                         "\" fails to evaluate: " + std::string(value.error().message));
      value = cel::Value::OfError(heap.New<cel::Error>(cel::Error{message, 0, false}));
    }
    computed_[index] = value;
  }
  return *computed_[index];
}

PolicyEvaluation::PolicyEvaluation(const AdmissionPolicy& policy, const AdmissionRequest& request,
                                   const value::Value* params, DynamicValues& values, const Limits& limits)
    : policy_(policy), limits_(limits), heap_(cel::Budget().memory) {
  const cel::Value old_object =
      request.is_old_known ? values.ToCel(request.old_object) : UnknownValue(ServerKnowledge::kOtherVersion);
  slots_ = {values.ToCel(request.object), old_object, RequestValue(request, values),
            NamespaceValue(request, values), cel::Value::OfMap(&variables_)};
  if (policy.param_kind() != nullptr) {
    slots_.push_back(values.ToCel(params));
  }
  slots_.insert(slots_.end(), 2, UnknownValue(ServerKnowledge::kAuthorizer));
  if (policy.is_of_kyverno()) {
    cluster_.emplace(request.cluster, values, heap_);
    slots_.push_back(cel::Value::OfMap(&*cluster_));
    slots_.push_back(ImagesOf(policy.document(), request, heap_));
    slots_.insert(slots_.end(), 4, UnknownValue(ServerKnowledge::kKyverno));
  }
}

cel::Value PolicyEvaluation::RequestValue(const AdmissionRequest& request, DynamicValues& values) {
  const auto text = [](Text each) { return cel::Value::String(each); };
  const auto kind = MapOf(
      {{"group", text(request.group)}, {"version", text(request.version)}, {"kind", text(request.kind)}},
      heap_);
  const auto resource = MapOf({{"group", text(request.group)},
                               {"version", text(request.version)},
                               {"resource", text(request.resource)}},
                              heap_);
  cel::MapBuilder builder;
  const auto set = [&](Text key, const cel::Value& value) { builder.Set(cel::Value::String(key), value); };
  set("kind", kind);
  set("resource", resource);
  set("requestKind", kind);
  set("requestResource", resource);
  if (!request.name.empty()) {
    set("name", text(request.name));
  }
  if (!request.namespace_name.empty()) {
    set("namespace", text(request.namespace_name));
  }
  set("operation", text(NameOf(request.operation)));
  set("userInfo", request.user_info != nullptr ? values.ToCel(request.user_info)
                                               : UnknownValue(ServerKnowledge::kUserInfo));
  set("dryRun", cel::Value::Bool(false));
  set("options", UnknownValue(ServerKnowledge::kOptions));
  heap_.Reserve(cel::MapBuilder::BytesFor(builder.size()));
  return cel::Value::OfMap(builder.Publish(heap_));
}

cel::Value PolicyEvaluation::NamespaceValue(const AdmissionRequest& request, DynamicValues& values) {
  if (request.namespace_object == nullptr || request.is_namespace()) {
    return cel::Value::Null();
  }
  if (request.is_namespace_known) {
    return values.ToCel(request.namespace_object);
  }
  const auto known = [&](Text key, cel::Value value) {
    return cel::Value::OfMap(heap_.New<PartlyKnownMap>(key, value));
  };
  const cel::Value name = cel::Value::String(request.namespace_name);
  const cel::Value labels = known(kNamespaceNameLabel, name);
  cel::Value metadata =
      MapOf({{"name", name}, {"labels", labels}, {"annotations", UnknownValue(ServerKnowledge::kNamespace)}},
            heap_);
  return known("metadata", metadata);
}

cel::Budget PolicyEvaluation::Budget() const {
  cel::Budget budget;
  budget.cost =
      std::min(limits_.cel_call_cost, limits_.cel_object_cost - std::min(cost_, limits_.cel_object_cost));
  budget.regex_memory = limits_.regex_memory;
  return budget;
}

cel::Value PolicyEvaluation::Evaluate(const PolicyExpression& expression) {
  const cel::Evaluation found = expression.program.Evaluate(slots_, heap_, Budget());
  cost_ += std::max(found.cost, found.work / 16);
  return found.value;
}

void PolicyEvaluation::Record(const PolicyExpression& expression, const cel::Value& error,
                              bool is_annotation) {
  if (cel::IsUnknown(error)) {
    unknown_.push_back({&expression, KnowledgeOf(error.error())});
  } else if (!policy_.ignores_errors()) {
    violations_.push_back({&expression, true, is_annotation, std::string(error.error().message)});
  } else if (ignored_error_.empty()) {
    ignored_error_ = error.error().message;
  }
}

std::optional<bool> PolicyEvaluation::AllHold(const std::deque<PolicyExpression>& conditions) {
  const PolicyExpression* failed = nullptr;
  cel::Value error;
  for (const PolicyExpression& condition : conditions) {
    const cel::Value value = Evaluate(condition);
    if (value.is_error() && (failed == nullptr || cel::IsUnknown(value))) {
      failed = &condition;
      error = value;
    } else if (!value.is_error() && !value.is_true()) {
      return false;
    }
  }
  if (failed != nullptr) {
    Record(*failed, error, false);
    return std::nullopt;
  }
  return true;
}

bool PolicyEvaluation::IsExempt() {
  for (const AdmissionPolicy::Exception& exception : policy_.exceptions()) {
    const std::optional<bool> hold = AllHold(exception.conditions);
    if (hold != false) {
      is_skipped_ = hold && TextField(FieldOf(exception.document, "spec"), "reportResult") != "pass";
      return true;
    }
  }
  return false;
}

// Conditions do not see the namespace.
bool PolicyEvaluation::MatchesConditions() {
  const cel::Value namespace_value = std::exchange(slots_[kNamespaceSlot], cel::Value::Null());
  const std::optional<bool> hold = AllHold(policy_.conditions());
  slots_[kNamespaceSlot] = namespace_value;
  is_skipped_ = hold == false;
  return hold.value_or(false);
}

std::string PolicyEvaluation::MessageOf(const AdmissionPolicy::Validation& validation) {
  std::string message;
  if (validation.message_expression) {
    const cel::Value value = Evaluate(*validation.message_expression);
    message = value.is(cel::ValueKind::kString) ? TrimmedText(value.text()) : std::string();
    if (message.size() > kLongestMessage || message.find('\n') != std::string::npos) {
      message.clear();
    }
  }
  message = message.empty() ? TrimmedText(validation.message) : message;
  return message.empty() ? "failed expression: " + TrimmedText(validation.expression.source->raw) : message;
}

void PolicyEvaluation::Validate(const AdmissionPolicy::Validation& validation) {
  const cel::Value value = Evaluate(validation.expression);
  if (value.is_error()) {
    Record(validation.expression, value, false);
  } else if (!value.is_true()) {
    uint64_t work = 0;
    auto parts = validation.expression.program.Explain(slots_, Budget(), &work);
    cost_ += work / 16;
    violations_.push_back({&validation.expression, false, false, MessageOf(validation), std::move(parts)});
  }
}

std::optional<cel::Value> PolicyEvaluation::Compute(const PolicyExpression& expression) {
  const cel::Value value = Evaluate(expression);
  if (value.is_error()) {
    Record(expression, value, false);
    return std::nullopt;
  }
  return value;
}

void PolicyEvaluation::Fail(const PolicyExpression& expression, const std::string& message) {
  const cel::Error error{message, 0, false};
  Record(expression, cel::Value::OfError(&error), false);
}

void PolicyEvaluation::Run() {
  if (IsExempt() || !MatchesConditions()) {
    return;
  }
  for (const AdmissionPolicy::Validation& validation : policy_.validations()) {
    Validate(validation);
  }
  for (const PolicyExpression& annotation : policy_.annotations()) {
    if (const cel::Value value = Evaluate(annotation); value.is_error()) {
      Record(annotation, value, true);
    }
  }
}

}  // namespace kval::kubernetes
