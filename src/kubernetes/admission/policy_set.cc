#include "src/kubernetes/admission/policy_set.h"

#include <algorithm>

#include "src/diag/resource_rule.h"
#include "src/kubernetes/admission/default_rows.h"
#include "src/kubernetes/admission/dynamic_values.h"
#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/gatekeeper_template.h"
#include "src/kubernetes/admission/kyverno_policy.h"
#include "src/kubernetes/admission/mutation_run.h"
#include "src/kubernetes/admission/object_defaults.h"
#include "src/kubernetes/admission/policy_report.h"
#include "src/kubernetes/admission/stored_object.h"
#include "src/support/ascii.h"
#include "src/support/text_search.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr Text kGroup = "admissionregistration.k8s.io/";

constexpr diag::Def<Text> kUnbound{diag::ResourceRule(7295),
                                   "the policy `{}` is not evaluated: no binding of it is among the inputs"};
constexpr diag::Def<Text, Text> kNoPolicy{
    diag::ResourceRule(7295),
    "the binding `{}` has no effect on the inputs: the policy `{}` is not among them"};
constexpr diag::Def<Text, Text, Text> kNotEvaluated{diag::ResourceRule(7295),
                                                    "the {} `{}` is not evaluated: {}"};
constexpr diag::Def<Text> kUnknown{
    diag::ResourceRule(7295), "the expression is not evaluated for some objects: its result depends on {}"};
constexpr diag::Def<Text, Text> kUnknownMatch{
    diag::ResourceRule(7295), "the policy `{}` is not evaluated for some objects: it depends on {}"};

// The name, or the beginning of the one that the API server generates.
Text NameOf(const value::Value& object) {
  const value::Value* metadata = FieldOf(&object, "metadata");
  const Text name = TextField(metadata, "name");
  return name.empty() ? TextField(metadata, "generateName") : name;
}

const value::Value& PlaceOf(const value::Value& object) {
  const value::Value* name = FieldOf(FieldOf(&object, "metadata"), "name");
  return name != nullptr ? *name : object;
}

// The operations that occur in a run.
struct OperationsOfRun {
  std::span<const Operation> operations;
  Text no_rule;  // why a policy without a rule for these is not evaluated
};
constexpr Operation kCreations[] = {Operation::kCreate};
constexpr Operation kUpdates[] = {Operation::kCreate, Operation::kUpdate};
constexpr Operation kDeletions[] = {Operation::kDelete};
constexpr OperationsOfRun kOperationsOfRuns[] = {
    {kCreations, "none of its rules is for the operation `CREATE`"},
    {kUpdates, "none of its rules is for the operation `CREATE` or `UPDATE`"},
    {kDeletions, "none of its rules is for the operation `DELETE`"}};

// Whether a PolicyException allows images or values, which the expressions of policies read.
bool IsForSomeValues(const value::Value* exception) {
  const value::Value* spec = FieldOf(exception, "spec");
  return !ItemsOf(FieldOf(spec, "images")).empty() || !ItemsOf(FieldOf(spec, "allowedValues")).empty();
}

// Policies of kinds that are not evaluated.
bool IsOtherPolicy(Text api_version, Text kind) {
  const auto in_group = [api_version](Text group) { return api_version.starts_with(group); };
  return (in_group("kyverno.io/") && kind.ends_with("Policy")) ||
         (in_group("policies.kyverno.io/") && kind.ends_with("Policy"));
}

}  // namespace

// Called for every text of a run: a word `…Policy` in upper camel case is looked for first.
bool AdmissionPolicySet::MayBeIn(Text text) {
  constexpr Text kWord = "Policy";
  for (size_t at = FindWord(text, kWord); at != Text::npos; at = text.find(kWord, at + kWord.size())) {
    size_t begin = at;
    while (begin > 0 && IsLetter(text[begin - 1])) {
      --begin;
    }
    if (text[begin] <= 'Z' && text.substr(begin, at - begin) != "Network") {
      return ContainsWord(text, "AdmissionPolicy") || ContainsWord(text, "kyverno.io/");
    }
  }
  return ContainsWord(text, "gatekeeper.sh/");
}

void AdmissionPolicySet::Add(const value::Value& object) {
  const Text api_version = TextField(&object, "apiVersion");
  const Text kind = TextField(&object, "kind");
  const bool is_mutating = kind.starts_with("Mutating");
  if (api_version.starts_with(kGroup) && NameOf(object).empty()) {
    return;  // the API server rejects it, which its schema reports
  }
  if (api_version.starts_with(kGroup) && kind.ends_with("AdmissionPolicy")) {
    (is_mutating ? mutating_kind_ : validating_kind_).policies.emplace(NameOf(object), &object);
  } else if (api_version.starts_with(kGroup) && kind.ends_with("AdmissionPolicyBinding")) {
    (is_mutating ? mutating_kind_ : validating_kind_).bindings.push_back(PolicyBinding::Read(object));
  } else if (IsKyvernoPolicy(object)) {
    kyverno_policies_.push_back(&object);
  } else if (IsConstraintTemplate(object)) {
    templates_.push_back(&object);
  } else if (IsConstraint(object)) {
    constraints_.push_back(&object);
  } else if (kind == "PolicyException") {
    for (const value::Value* reference : ItemsOf(FieldOf(FieldOf(&object, "spec"), "policyRefs"))) {
      exceptions_[{TextField(reference, "kind"), TextField(reference, "name")}].push_back(&object);
    }
  } else if (IsOtherPolicy(api_version, kind)) {
    not_evaluated_.push_back({&object, "kval does not evaluate policies of this kind"});
  }
}

bool AdmissionPolicySet::Bind(const value::Value& document, std::vector<const PolicyBinding*> bindings,
                              Text reason, std::span<const value::Value* const> exceptions) {
  auto policy = AdmissionPolicy::Compile(document, exceptions);
  if (policy == nullptr) {
    if (!reason.empty()) {
      not_evaluated_.push_back({&document, reason});
    }
    return false;
  }
  const OperationsOfRun& run = kOperationsOfRuns[static_cast<size_t>(operation_)];
  if (!binds_all_ && !policy->constraints().MatchesAnyOf(run.operations)) {
    not_evaluated_.push_back({&document, run.no_rule});
    return false;
  }
  if (policy->param_kind() != nullptr) {
    references_.AddParamKind(*policy->param_kind());
  }
  if (policy->is_of_kyverno() && policy->ReadsObjects()) {
    references_.KeepObjects();
  }
  (policy->mutations().empty() ? bound_ : mutating_).push_back({std::move(policy), std::move(bindings)});
  return true;
}

void AdmissionPolicySet::CompileKind(const PolicyKind& kind) {
  for (const auto& entry : kind.policies) {
    const Text name = entry.first;
    const value::Value* const document = entry.second;
    std::vector<const PolicyBinding*> bindings;
    for (const PolicyBinding& binding : kind.bindings) {
      if (binding.policy_name == name) {
        bindings.push_back(&binding);
      }
    }
    if (bindings.empty() && binds_all_) {
      bindings.push_back(&own_bindings_.emplace_back(PolicyBinding::OfPolicy(*document)));
    }
    if (!bindings.empty()) {
      Bind(*document, std::move(bindings), binds_all_ ? "an expression does not compile" : Text());
    }
  }
}

void AdmissionPolicySet::CompileBound() {
  CompileKind(validating_kind_);
  CompileKind(mutating_kind_);
  for (const value::Value* document : kyverno_policies_) {
    if (EvaluationModeOf(*document) != (validates_json_ ? "JSON" : "Kubernetes")) {
      not_evaluated_.push_back({document, validates_json_ ? "its evaluation mode is not `JSON`"
                                                          : "its evaluation mode is not `Kubernetes`"});
    } else if (ChangesOtherObjects(*document)) {
      not_evaluated_.push_back({document, "it changes other objects than the one of the request"});
    } else {
      BindKyvernoPolicy(*document);
    }
  }
  BindTemplates();
}

void AdmissionPolicySet::BindKyvernoPolicy(const value::Value& document) {
  const std::vector<const value::Value*>& exceptions =
      exceptions_[{TextField(&document, "kind"), NameOf(document)}];
  if (std::any_of(exceptions.begin(), exceptions.end(), IsForSomeValues)) {
    not_evaluated_.push_back({&document, "a PolicyException refers to it that allows some images or values"});
    return;
  }
  const auto bind = [&](const value::Value& policy, Text reason) {
    return Bind(policy, {&own_bindings_.emplace_back(PolicyBinding::OfPolicy(policy))}, reason, exceptions);
  };
  if (bind(document, "an expression does not compile, or calls a function of Kyverno that kval lacks")) {
    for (const value::Value* generated : GenerateForControllers(document, arena_)) {
      bind(*generated, "an expression that Kyverno generates for the controllers of pods does not compile");
    }
  }
}

void AdmissionPolicySet::BindTemplates() {
  for (const value::Value* each : templates_) {
    std::vector<const PolicyBinding*> bindings;
    for (const value::Value* constraint : constraints_) {
      if (TextField(constraint, "kind") == ConstraintKindOf(*each)) {
        bindings.push_back(&own_bindings_.emplace_back(BindingOfConstraint(*constraint, arena_)));
      }
    }
    const value::Value* policy = PolicyOfTemplate(*each, arena_);
    if (policy == nullptr) {
      not_evaluated_.push_back({each, "it is not written in CEL (`K8sNativeValidation`)"});
    } else if (bindings.empty()) {
      not_evaluated_.push_back({each, "no constraint of it is among the inputs"});
    } else {
      Bind(*policy, std::move(bindings), "an expression does not compile");
    }
  }
  for (const value::Value* constraint : constraints_) {
    const bool has_template =
        std::any_of(templates_.begin(), templates_.end(), [constraint](const value::Value* each) {
          return ConstraintKindOf(*each) == TextField(constraint, "kind");
        });
    if (!has_template) {
      not_evaluated_.push_back({constraint, "its template is not among the inputs"});
    }
  }
}

void AdmissionPolicySet::RecordUnknown(const value::Value& place, ServerKnowledge what) const {
  const std::lock_guard lock(unknown_mutex_);
  unknown_.emplace(std::pair(place.span.begin, what), &place);
}

bool AdmissionPolicySet::Matches(const MatchResources& resources, const AdmissionRequest& request,
                                 const AdmissionPolicy& policy) const {
  switch (resources.Match(request)) {
    case RequestMatch::kNo:
      return false;
    case RequestMatch::kYes:
      return true;
    case RequestMatch::kConverted:
      RecordUnknown(policy.document(), ServerKnowledge::kOtherVersion);
      return false;
    case RequestMatch::kNamespaceUnknown:
      RecordUnknown(policy.document(), ServerKnowledge::kNamespace);
      return false;
  }
  return false;
}

class AdmissionPolicySet::Run {
 public:
  Run(const AdmissionPolicySet& set, const Subject& subject, const AdmissionRequest& request,
      const Limits& limits, Arena& arena, diag::Emitter& emit)
      : set_(set), subject_(subject), request_(request), limits_(limits), arena_(arena), emit_(emit) {
    for (const value::Value** object : {&request_.object, &request_.old_object}) {
      *object = *object == nullptr ? nullptr : WithServerLabels(request_, **object, arena_);
    }
  }

  void Validate(const BoundPolicy& bound) {
    const AdmissionPolicy& policy = *bound.policy;
    if (!set_.Matches(policy.constraints(), request_, policy)) {
      return;
    }
    SetDefaults();
    for (const PolicyBinding* binding : bound.bindings) {
      if (!set_.Matches(binding->resources, request_, policy)) {
        continue;
      }
      const auto params = set_.references_.FindParams(policy, *binding, request_, subject_.catalog);
      if (!params.problem.empty() && !policy.ignores_errors()) {
        ReportNoParams(policy, *binding, params.problem, request_, emit_);
      }
      for (const value::Value* param : params.values) {
        Evaluate(policy, *binding, param);
      }
    }
    Report(policy);
  }

  uint64_t cost() const { return cost_; }

 private:
  // A violation and the binding with the highest severity.
  struct Finding {
    PolicyEvaluation::Violation violation;
    const PolicyBinding* binding;
  };

  void SetDefaults() {
    if (!has_defaults_ && subject_.admitted != nullptr) {
      request_.object = subject_.admitted;
    }
    for (const value::Value** object : {&request_.object, &request_.old_object}) {
      if (!has_defaults_ && *object != nullptr) {
        *object = WithServerDefaults(request_, *WithoutEmpty(**object), arena_);
      }
    }
    if (!has_defaults_) {
      SetStoredValues(request_, arena_);
    }
    has_defaults_ = true;
  }

  const value::Value* WithoutEmpty(const value::Value& object) {
    const KindSchema* schema = subject_.schema;
    return schema == nullptr || schema->source != KindSchema::Source::kBuiltin
               ? &object
               : WithoutEmptyFields(object, {*schema->model, schema->type, false, {}},
                                    ListsWithoutOmission(request_.kind), arena_);
  }

  void Evaluate(const AdmissionPolicy& policy, const PolicyBinding& binding, const value::Value* param) {
    PolicyEvaluation evaluation(policy, request_, param, values_, limits_);
    evaluation.Run();
    cost_ += evaluation.cost();
    for (const PolicyEvaluation::Unknown& unknown : evaluation.unknown()) {
      set_.RecordUnknown(*unknown.expression->source, unknown.what);
    }
    for (const PolicyEvaluation::Violation& violation : evaluation.violations()) {
      if (!violation.is_error || subject_.is_valid) {
        Add(violation, binding);
      }
    }
  }

  void Add(const PolicyEvaluation::Violation& violation, const PolicyBinding& binding) {
    const auto same = std::find_if(findings_.begin(), findings_.end(), [&](const Finding& finding) {
      return finding.violation.expression == violation.expression &&
             finding.violation.message == violation.message;
    });
    if (same == findings_.end()) {
      findings_.push_back({violation, &binding});
    } else if (same->binding->severity < binding.severity) {
      same->binding = &binding;
    }
  }

  void Report(const AdmissionPolicy& policy) {
    for (const Finding& finding : findings_) {
      ReportViolation(finding.violation, policy, *finding.binding, request_, values_, emit_);
    }
    findings_.clear();
  }

  const AdmissionPolicySet& set_;
  const Subject& subject_;
  AdmissionRequest request_;
  bool has_defaults_ = false;
  const Limits& limits_;
  Arena& arena_;
  diag::Emitter& emit_;
  DynamicValues values_;
  std::vector<Finding> findings_;
  uint64_t cost_ = 0;
};

AdmissionRequest AdmissionPolicySet::RequestFor(const Subject& subject, Arena& arena) const {
  AdmissionRequest request = MakeRequest(subject.resource, subject.catalog, subject.version);
  if (operation_ == Operation::kUpdate) {
    old_objects_.SetOld(request);
  } else if (operation_ == Operation::kDelete) {
    request.operation = operation_;
    request.old_object = std::exchange(request.object, nullptr);
  }
  references_.SetNamespace(request, arena);
  return request;
}

AdmissionPolicySet::Mutated AdmissionPolicySet::Mutate(const Subject& subject, const MergeSchema& schema,
                                                       const Limits& limits, Arena& arena,
                                                       diag::Emitter& emit) const {
  const value::Value* const object = subject.resource.at.value;
  if (mutating_.empty() || operation_ == Operation::kDelete ||
      subject.resource.api_version.starts_with(kGroup)) {
    return {object};
  }
  MutationRun run(*this, subject, schema, RequestFor(subject, arena), limits, arena, emit);
  run.Run();
  const bool is_changed = !run.applied().empty();
  return {run.result(), is_changed ? run.admitted() : nullptr, run.applied(), run.cost()};
}

uint64_t AdmissionPolicySet::Validate(const Subject& subject, const Limits& limits, Arena& arena,
                                      diag::Emitter& emit) const {
  // Policies do not apply to the kinds that configure admission.
  if (bound_.empty() || subject.resource.api_version.starts_with(kGroup)) {
    return 0;
  }
  Run run(*this, subject, RequestFor(subject, arena), limits, arena, emit);
  for (const BoundPolicy& bound : bound_) {
    run.Validate(bound);
  }
  return run.cost();
}

void AdmissionPolicySet::ReportUnbound(const PolicyKind& kind, diag::Emitter& emit) {
  for (const auto& entry : kind.policies) {
    const Text name = entry.first;
    const auto binds = [name](const PolicyBinding& binding) { return binding.policy_name == name; };
    if (std::none_of(kind.bindings.begin(), kind.bindings.end(), binds)) {
      emit.Report(PlaceOf(*entry.second).span, kUnbound, name).Emit();
    }
  }
  for (const PolicyBinding& binding : kind.bindings) {
    if (!binding.policy_name.empty() && kind.policies.find(binding.policy_name) == kind.policies.end()) {
      emit.Report(PlaceOf(*binding.document).span, kNoPolicy, binding.name, binding.policy_name).Emit();
    }
  }
}

void AdmissionPolicySet::ReportNotEvaluated(diag::Emitter& emit) const {
  ReportUnbound(validating_kind_, emit);
  ReportUnbound(mutating_kind_, emit);
  for (const UnusedPolicy& policy : not_evaluated_) {
    emit.Report(PlaceOf(*policy.document).span, kNotEvaluated, TextField(policy.document, "kind"),
                NameOf(*policy.document), policy.reason)
        .Subject(std::string(TextField(policy.document, "kind")))
        .Emit();
  }
  for (const auto& [key, place] : unknown_) {
    const Text what = kServerKnowledge[static_cast<size_t>(key.second)];
    if (place->kind == value::Kind::kMapping) {
      emit.Report(PlaceOf(*place).span, kUnknownMatch, NameOf(*place), what).Emit();
    } else {
      emit.Report(place->span, kUnknown, what).Emit();
    }
  }
}

}  // namespace kval::kubernetes
