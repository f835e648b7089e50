#include "src/kubernetes/admission/mutation_run.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/kubernetes/admission/default_rows.h"
#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/json_patch.h"
#include "src/kubernetes/admission/object_defaults.h"
#include "src/kubernetes/admission/policy_report.h"
#include "src/lang/cel/time.h"
#include "src/lang/cel/value.h"
#include "src/source/span.h"
#include "src/support/base64.h"
#include "src/support/native_stack.h"
#include "src/support/result.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::kubernetes {
namespace {

using value::Value;

using cel::ValueKind;

enum class DocumentUse : uint8_t { kApplyConfiguration, kJsonPatchValue };

class DocumentWriter {
 public:
  DocumentWriter(DocumentUse use, source::Span origin, Arena& arena)
      : use_(use), origin_(origin), build_(&arena) {}

  // Returns null after setting the error. `type_name`: what the type of an object must be called; empty if it
  // decides itself.
  const Value* Of(const cel::Value& from, const std::string& type_name) {
    NeedStack();
    switch (from.kind()) {
      case ValueKind::kNull:
        return OfNull();
      case ValueKind::kBool:
        return build_.Bool(from.boolean(), origin_);
      case ValueKind::kInt:
        return OfInteger(from.integer());
      case ValueKind::kUint:
        return is_native()                  ? Fail("an unsigned integer is not a value of an object")
               : from.natural() > INT64_MAX ? build_.String(std::to_string(from.natural()), origin_)
                                            : OfInteger(static_cast<int64_t>(from.natural()));
      case ValueKind::kDouble:
        return OfDouble(from.real());
      case ValueKind::kString:
        return build_.String(from.text(), origin_);
      case ValueKind::kBytes:
        return is_native() ? Fail("bytes are not a value of an object")
                           : build_.String(EncodeBase64(from.text()), origin_);
      case ValueKind::kDuration:
        return build_.String(cel::DurationText(from.nanoseconds()), origin_);
      case ValueKind::kList:
        return OfList(from.list(), type_name);
      case ValueKind::kMap:
        return OfMap(from.map(), type_name);
      default:
        return Fail("a value of the type " + cel::TypeText(*cel::TypeOfValue(from)) + " is not JSON");
    }
  }

  const std::string& error() const { return error_; }

 private:
  const Value* Fail(std::string message) {
    error_ = std::move(message);
    return nullptr;
  }

  // Whether Go's values are used instead of JSON: in apply configurations, and in fields of objects.
  bool is_native() const { return use_ == DocumentUse::kApplyConfiguration || is_in_object_; }

  const Value* OfNull() {
    return is_native() ? Fail("null is not a value of an object") : build_.Null(origin_);
  }

  const Value* OfInteger(int64_t integer) {
    constexpr int64_t kExact = (int64_t{1} << 53) - 1;
    const bool is_exact = integer >= -kExact && integer <= kExact;
    return is_native() || is_exact ? build_.Int(integer, origin_)
                                   : build_.String(std::to_string(integer), origin_);
  }

  // JSON has one type of numbers.
  const Value* OfDouble(double real) {
    if (!std::isfinite(real)) {
      return Fail("a number that is not finite is not JSON");
    }
    constexpr double kExact = 0x1p53;
    const bool is_whole = std::abs(real) < kExact && std::trunc(real) == real;
    return is_whole ? build_.Int(static_cast<int64_t>(real), origin_) : build_.Float(real, origin_);
  }

  const Value* OfList(const cel::List& list, const std::string& type_name) {
    std::vector<const Value*> items;
    for (size_t i = 0; i < list.size(); ++i) {
      const Value* item = Of(list.At(i), type_name);
      if (item == nullptr) {
        return nullptr;
      }
      items.push_back(item);
    }
    return build_.Sequence(items, origin_);
  }

  const Value* OfMap(const cel::Map& map, const std::string& expected) {
    const cel::Type* const type = map.object_type();
    const std::string name = type != nullptr ? std::string(type->name) : expected;
    if (type != nullptr && !expected.empty() && name != expected) {
      return Fail("type mismatch: unexpected type name \"" + name + "\", expected \"" + expected +
                  "\", which matches field name path from root Object type");
    }
    std::vector<value::Entry> entries;
    for (size_t i = 0; i < map.size(); ++i) {
      const cel::Value key = map.KeyAt(i);
      if (!key.is(ValueKind::kString)) {
        return Fail("a key of the type " + cel::TypeText(*cel::TypeOfValue(key)) + " is not a string");
      }
      const std::string below = type != nullptr ? name + "." + std::string(key.text()) : expected;
      const bool was_in_object = std::exchange(is_in_object_, is_in_object_ || type != nullptr);
      const Value* value = Of(map.ValueAt(i), below);
      is_in_object_ = was_in_object;
      if (value == nullptr) {
        return nullptr;
      }
      entries.push_back({build_.String(key.text(), origin_), value});
    }
    return build_.Mapping(entries, origin_);
  }

  const DocumentUse use_;
  source::Span origin_;
  value::Builder build_;
  bool is_in_object_ = false;
  std::string error_;
};

// Converts the result of an expression to a document value in `arena`. All new values have the span `origin`.
// Strings are copied.
//
// The API server converts the fields of objects by Go's types: null is no value there, and integers that
// a double does not hold are strings in the value of a JSON patch.
//
// Errors: values that JSON does not have, keys that are not strings, and objects whose type is not the path
// of their field (`Object.spec{template: Object.spec.wrong{}}`). Source: apiserver, pkg/cel/mutation/dynamic,
// and cel-go, common/types.
Result<const value::Value*> ToDocument(const cel::Value& result, DocumentUse use, source::Span origin,
                                       Arena& arena) {
  DocumentWriter writer(use, origin, arena);
  const Value* const document = writer.Of(result, {});
  return document != nullptr ? Result<const Value*>(document) : Result<const Value*>(Failure{writer.error()});
}

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
  return WithServerDefaults(
      request_, *WithoutEmptyFields(object, schema_, ListsWithoutOmission(request_.kind), arena_), arena_);
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
      if (!params.problem.empty() && !policy.ignores_errors() && applied_.empty()) {
        ReportNoParams(policy, *binding, params.problem, request_, emit_);
      }
      for (const Value* param : params.values) {
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
    operation.origin = origin;
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
