#include "src/driver/kubernetes/policy_test_objects.h"

#include <algorithm>

#include "src/driver/kubernetes/definitions.h"
#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/merge_schema.h"
#include "src/kubernetes/admission/mutation_run.h"
#include "src/kubernetes/admission/object_defaults.h"
#include "src/kubernetes/admission/stored_object.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/null_pruning.h"

namespace kval::driver {
namespace {

using kubernetes::AdmissionRequest;
using kubernetes::FieldOf;
using kubernetes::ItemsOf;
using kubernetes::Operation;
using kubernetes::PolicyResult;
using kubernetes::TextField;
using value::Value;
using Text = std::string_view;

constexpr diag::Def<> kNoResource{
    diag::Kind::kMissingRequired,
    "required keys `apiVersion` and `kind` are missing: this is not a resource"};

Text NameOf(const Value& object) {
  return TextField(FieldOf(&object, "metadata"), "name");
}

bool IsResource(const Value& object) {
  return !TextField(&object, "apiVersion").empty() && !TextField(&object, "kind").empty();
}

}  // namespace

void PolicyTestObjects::Load() {
  std::vector<const Value*> objects;
  const auto keep = [&](const Value& object) {
    if (schemas::crd::IsDefinition(object)) {
      custom_.Add(object);
    }
    objects.push_back(&object);
  };
  policies_.BindAll();
  for (const Value* object : files_.Objects(test_.policies)) {
    policies_.Add(*object);
    keep(*object);
  }
  for (const Value* object : files_.Objects(test_.exceptions)) {
    policies_.Add(*object);
  }
  for (const Value* object : files_.Objects(test_.params)) {
    keep(*object);
  }
  const size_t first = objects.size();
  for (const Value* object : files_.Objects(test_.resources)) {
    if (test_.format == PolicyTest::Format::kKval && !IsResource(*object)) {
      session_.emit.Report(object->span, kNoResource).Emit();
    } else {
      keep(*object);
    }
  }
  for (const Value* object : files_.Objects(test_.old)) {
    old_objects_.Add(*object);
  }
  const std::vector<const Value*> payloads = files_.Objects(test_.json_payloads);
  validates_json_ = !payloads.empty() && test_.resources.empty();
  if (validates_json_) {
    policies_.ValidateJson();
    objects.insert(objects.end(), payloads.begin(), payloads.end());
  }
  policies_.CompileBound();
  LoadValues();
  const bool is_own = test_.format == PolicyTest::Format::kKval;
  for (const Value* object : objects) {
    if (is_own || TextField(object, "kind") != "Namespace") {
      policies_.references().Add(*object);
    }
  }
  for (const Value* document : files_.Objects(test_.cluster)) {
    for (const Value* object : ItemsOf(FieldOf(FieldOf(document, "spec"), "resources"))) {
      policies_.references().Add(*object);
    }
  }
  if (!is_own) {
    policies_.references().SetComplete();
  }
  std::for_each(objects.begin() + static_cast<ptrdiff_t>(first), objects.end(),
                [&](const Value* object) { AddObject(*object); });
}

// The values and the user of a test in Kyverno's format.
void PolicyTestObjects::LoadValues() {
  user_info_ = test_.user_info;
  operation_ = test_.operation;
  if (test_.format == PolicyTest::Format::kKval) {
    return;
  }
  const Value* values = test_.values;
  if (values == nullptr && test_.values_path != nullptr) {
    values = files_.Document(*test_.values_path);
  }
  user_info_ = test_.user_path == nullptr ? nullptr : FieldOf(files_.Document(*test_.user_path), "userInfo");
  value::Builder& build = session_.build;
  user_info_ = user_info_ == nullptr ? build.Mapping({}) : user_info_;
  for (const Value* each : ItemsOf(FieldOf(values, "namespaces"))) {
    policies_.references().AddNamespace(*each);
  }
  for (const Value* each : ItemsOf(FieldOf(values, "namespaceSelector"))) {
    const value::Entry metadata{build.String("metadata"), each};  // it has a name and labels
    policies_.references().AddNamespace(*build.Mapping({&metadata, 1}));
  }
  const Text operation = TextField(FieldOf(values, "globalValues"), "request.operation");
  const auto* named =
      std::find(std::begin(kubernetes::kOperationNames), std::end(kubernetes::kOperationNames), operation);
  if (named != std::end(kubernetes::kOperationNames)) {
    operation_ = static_cast<Operation>(named - std::begin(kubernetes::kOperationNames));
  }
}

// Of objects with the same group, kind, namespace and name, the first one counts.
void PolicyTestObjects::AddObject(const Value& value) {
  Object object{
      {check::ValueCursor::Document(value), TextField(&value, "apiVersion"), TextField(&value, "kind")},
      {},
      NameOf(value),
      {}};
  const kubernetes::CustomKind* custom = custom_.Find(object.resource.api_version, object.resource.kind);
  object.resource.is_namespaced =
      custom != nullptr ? custom->is_namespaced : kubernetes::IsNamespaced(object.resource.kind);
  if (object.resource.is_namespaced && !validates_json_) {
    object.name_space = kubernetes::NamespaceOf(value);
  }
  if (validates_json_) {
    object.resource.is_namespaced = false;
    object.shown = "JSON document " + std::to_string(objects_.size() + 1);
    objects_.push_back(std::move(object));
    return;
  }
  object.shown = std::string(object.resource.kind) + " " +
                 (object.name_space.empty() ? "" : object.name_space + "/") + std::string(object.name);
  const size_t slash = object.resource.api_version.find('/');
  const Text group = object.resource.api_version.substr(0, slash == Text::npos ? 0 : slash);
  if (known_.insert(std::string(group) + " " + object.shown).second) {
    objects_.push_back(std::move(object));
  }
}

const std::vector<PolicyResult>& PolicyTestObjects::ResultsOf(size_t index, Operation operation) {
  const auto [at, is_new] = results_.try_emplace({index, operation});
  if (is_new) {
    AdmissionRequest request = RequestFor(objects_[index], operation);
    at->second = Mutate(index, request);
    if (test_.format != PolicyTest::Format::kKyverno) {
      kubernetes::SetStoredValues(request, session_.arena);
    }
    const std::vector<PolicyResult> validated =
        kubernetes::EvaluatePolicies(policies_, request, catalog_, limits_);
    at->second.insert(at->second.end(), validated.begin(), validated.end());
  }
  return at->second;
}

const Value& PolicyTestObjects::Mutated(size_t index) {
  ResultsOf(index, operation_);
  const auto found = mutated_.find(index);
  return found != mutated_.end() ? *found->second : *objects_[index].resource.at.value;
}

std::vector<PolicyResult> PolicyTestObjects::Mutate(size_t index, AdmissionRequest& request) {
  const Object& object = objects_[index];
  if (policies_.mutating().empty() || request.object == nullptr) {
    return {};
  }
  const kubernetes::KindSchema schema =
      catalog_.Find(object.resource.api_version, object.resource.kind, version_);
  if (schema.model == nullptr) {
    std::vector<PolicyResult> unknown;
    for (const auto& bound : policies_.mutating()) {
      if (bound.policy->constraints().Match(request) == kubernetes::RequestMatch::kYes) {
        unknown.push_back({&bound.policy->document(), kubernetes::PolicyStatus::kUnknown});
        unknown.back().message = "there is no schema for " + std::string(object.resource.kind);
      }
    }
    return unknown;
  }
  kubernetes::MergeSchema merge = kubernetes::MakeMergeSchema(schema, object.resource, catalog_, version_);
  merge.with_defaults = [&](const Value& changed) { return Completed(changed, object); };
  diag::Collector ignored;
  diag::Emitter emit(&ignored);
  kubernetes::MutationRun run(policies_, {object.resource, catalog_, version_, true}, merge, request, limits_,
                              session_.arena, emit);
  if (test_.format == PolicyTest::Format::kKyverno) {
    run.OmitDefaults();
  }
  run.Run();
  request.object = run.admitted();
  mutated_[index] = run.result();
  return run.results();
}

AdmissionRequest PolicyTestObjects::RequestFor(const Object& object, Operation operation) {
  AdmissionRequest request = kubernetes::MakeRequest(object.resource, catalog_, version_);
  request.operation = operation;
  request.user_info = user_info_;
  const bool is_own = test_.format == PolicyTest::Format::kKval;
  if (is_own && operation == Operation::kUpdate) {
    old_objects_.SetOld(request);
  } else if (operation != Operation::kCreate) {
    request.old_object = request.object;
  }
  request.object = operation == Operation::kDelete ? nullptr : request.object;
  for (const Value** each : {&request.object, &request.old_object}) {
    if (*each != nullptr) {
      *each = is_own ? kubernetes::WithServerDefaults(request, *Completed(**each, object), session_.arena)
                     : kubernetes::WithNamespace(request, **each, session_.arena);
    }
  }
  policies_.references().SetNamespace(request, session_.arena);
  if (!is_own) {
    request.is_namespace_known = true;
    request.serves = nullptr;
  }
  return request;
}

// A custom resource with the defaults of its definition, or of the catalogue.
const Value* PolicyTestObjects::Completed(const Value& written, const Object& object) {
  const kubernetes::KindSchema schema =
      catalog_.Find(object.resource.api_version, object.resource.kind, version_);
  if (schema.source != kubernetes::KindSchema::Source::kCustom &&
      schema.source != kubernetes::KindSchema::Source::kCatalog) {
    return &written;
  }
  check::ValidationState worker(limits_.check_steps);
  return kubernetes::CompleteCustomResource(written, schema, worker, session_.arena);
}

}  // namespace kval::driver
