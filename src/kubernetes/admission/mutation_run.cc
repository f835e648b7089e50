#include "src/kubernetes/admission/mutation_run.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/json_patch.h"
#include "src/kubernetes/admission/object_defaults.h"
#include "src/kubernetes/admission/policy_report.h"
#include "src/kubernetes/admission/result_documents.h"
#include "src/support/native_stack.h"
#include "src/value/builder.h"

namespace kval::kubernetes {
namespace {

using value::Value;

// Removes values that no file and no expression states: defaults of the API server. Null if nothing remains.
const Value* WithoutDefaults(const Value& value, value::Builder& build) {
  NeedStack();
  const bool is_default = value.style == value::Style::kComputed && !value.span.has_value();
  if (value.kind == value::Kind::kMapping) {
    std::vector<value::Entry> entries;
    bool is_same = true;
    for (const value::Entry& entry : value.entries()) {
      const Value* kept = WithoutDefaults(*entry.value, build);
      is_same = is_same && kept == entry.value;
      if (kept != nullptr) {
        entries.push_back({entry.key, kept});
      }
    }
    return is_default && entries.empty() ? nullptr : is_same ? &value : build.WithEntries(value, entries);
  }
  if (value.kind == value::Kind::kSequence) {
    std::vector<const Value*> items;
    for (const Value* item : value.items()) {
      const Value* kept = WithoutDefaults(*item, build);
      items.push_back(kept == nullptr ? item : kept);
    }
    const bool is_same = std::equal(items.begin(), items.end(), value.items().begin(), value.items().end());
    return is_default && items.empty() ? nullptr : is_same ? &value : build.WithItems(value, items);
  }
  return is_default ? nullptr : &value;
}

std::string TextAt(const cel::Map& map, std::string_view key) {
  cel::Value found;
  const bool is_text = map.Find(cel::Value::String(key), &found) && found.is(cel::ValueKind::kString);
  return is_text ? std::string(found.text()) : std::string();
}

}  // namespace

void MutationRun::Run() {
  const Value* const original = request_.object;
  result_ = original;
  request_.object = WithDefaults(*original);
  if (sets_defaults_ && request_.old_object != nullptr) {
    request_.old_object = WithServerDefaults(request_, *request_.old_object, arena_);
  }
  std::vector<Invocation> invoked;
  for (const Invocation& invocation : Invocations()) {
    if (Invoke(invocation) && invocation.policy->is_reinvocable()) {
      invoked.push_back(invocation);
    }
  }
  if (applied_.empty()) {
    return;
  }
  for (const Invocation& invocation : Invocations()) {
    if (std::find(invoked.begin(), invoked.end(), invocation) != invoked.end()) {
      Invoke(invocation);
    }
  }
  value::Builder build(&arena_);
  result_ = WithoutDefaults(*request_.object, build);
  result_ = result_ == nullptr ? original : result_;
}

const Value* MutationRun::WithDefaults(const Value& object) {
  if (!sets_defaults_) {
    return &object;
  }
  if (schema_.is_custom) {
    return WithServerDefaults(request_, schema_.with_defaults ? *schema_.with_defaults(object) : object,
                              arena_);
  }
  return WithServerDefaults(request_, *WithoutEmptyFields(object, schema_, arena_), arena_);
}

// All policies are matched before the first one changes the object.
std::vector<MutationRun::Invocation> MutationRun::Invocations() {
  std::vector<Invocation> invocations;
  for (const AdmissionPolicySet::BoundPolicy& bound : set_.mutating()) {
    const AdmissionPolicy& policy = *bound.policy;
    if (!set_.Matches(policy.constraints(), request_, policy)) {
      continue;
    }
    for (const PolicyBinding* binding : bound.bindings) {
      if (!set_.Matches(binding->resources, request_, policy)) {
        continue;
      }
      const auto params = set_.references().FindParams(policy, *binding, request_, subject_.catalog);
      if (params.empty() && binding->NeedsParams() && !policy.ignores_errors() && applied_.empty()) {
        ReportNoParams(policy, *binding, request_, emit_);
      }
      for (const Value* param : params) {
        invocations.push_back({&policy, binding, param});
      }
    }
  }
  return invocations;
}

bool MutationRun::Invoke(const Invocation& invocation) {
  if (is_stopped_) {
    return false;
  }
  DynamicValues values;
  PolicyEvaluation evaluation(*invocation.policy, request_, invocation.param, values, limits_);
  const bool matches = evaluation.Matches();
  Report(evaluation, invocation, values);
  if (matches) {
    ResultOf(*invocation.policy).object = request_.object;
    for (const AdmissionPolicy::Mutation& mutation : invocation.policy->mutations()) {
      Apply(mutation, invocation);
    }
  }
  return matches;
}

void MutationRun::Apply(const AdmissionPolicy::Mutation& mutation, const Invocation& invocation) {
  if (is_stopped_) {
    return;
  }
  DynamicValues values;
  PolicyEvaluation evaluation(*invocation.policy, request_, invocation.param, values, limits_);
  const std::optional<cel::Value> result = evaluation.Compute(mutation.expression);
  if (result) {
    const Result<const Value*> patched = Patched(mutation, *result);
    if (patched) {
      // The API server rejects the request, and so does the validation of the result.
      is_stopped_ = mutation.is_json_patch && schema_.is_decodable && !schema_.is_decodable(**patched);
      request_.object = WithDefaults(**patched);
      applied_.push_back({mutation.expression.source->span, invocation.policy->name()});
      ResultOf(*invocation.policy).object = request_.object;
    } else {
      evaluation.Fail(mutation.expression, patched.failure().message);
    }
  }
  Report(evaluation, invocation, values);
}

Result<const Value*> MutationRun::Patched(const AdmissionPolicy::Mutation& mutation,
                                          const cel::Value& result) {
  const source::Span origin = mutation.expression.source->span;
  if (!mutation.is_json_patch) {
    const Result<const Value*> patch = ToDocument(result, DocumentUse::kApplyConfiguration, origin, arena_);
    return patch ? MergeApplyConfiguration(*request_.object, **patch, schema_, arena_) : patch;
  }
  std::vector<JsonPatchOperation> operations;
  const size_t count = result.is(cel::ValueKind::kList) ? result.list().size() : 0;
  for (size_t i = 0; i < count; ++i) {
    const cel::Value item = result.list().At(i);
    if (!item.is(cel::ValueKind::kMap)) {
      return Failure{"the expression does not result in a list of JSONPatch"};
    }
    JsonPatchOperation operation{TextAt(item.map(), "op"), TextAt(item.map(), "path"),
                                 TextAt(item.map(), "from")};
    cel::Value value;
    if (item.map().Find(cel::Value::String("value"), &value)) {
      Result<const Value*> document = ToDocument(value, DocumentUse::kJsonPatchValue, origin, arena_);
      if (!document) {
        return document;
      }
      operation.value = *document;
    }
    operations.push_back(std::move(operation));
  }
  return ApplyJsonPatch(*request_.object, operations, arena_);
}

PolicyResult& MutationRun::ResultOf(const AdmissionPolicy& policy) {
  const auto found = std::find_if(results_.begin(), results_.end(), [&](const PolicyResult& result) {
    return result.policy == &policy.document();
  });
  return found != results_.end() ? *found : results_.emplace_back(PolicyResult{&policy.document()});
}

void MutationRun::Report(const PolicyEvaluation& evaluation, const Invocation& invocation,
                         const DynamicValues& values) {
  cost_ += evaluation.cost();
  ResultOf(*invocation.policy).Add(evaluation, *invocation.binding);
  for (const PolicyEvaluation::Unknown& unknown : evaluation.unknown()) {
    set_.RecordUnknown(*unknown.expression->source, unknown.what);
  }
  for (const PolicyEvaluation::Violation& violation : evaluation.violations()) {
    // The second pass repeats errors.
    const std::pair key(violation.expression, violation.message);
    if (std::find(reported_.begin(), reported_.end(), key) == reported_.end()) {
      reported_.push_back(key);
      ReportViolation(violation, *invocation.policy, *invocation.binding, request_, values, emit_);
    }
  }
}

}  // namespace kval::kubernetes
