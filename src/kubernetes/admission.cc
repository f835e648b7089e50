#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/admission_rules.h"
#include "src/kubernetes/expressions.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/near_key.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/other_kinds.h"
#include "src/kubernetes/tell.h"
#include "src/kubernetes/webhook.h"

// Webhooks and policies: pkg/apis/admissionregistration/validation.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<> kDenyAndWarn{
    diag::Kind::kResource, "`Deny` and `Warn` are mutually exclusive: both would report the same failure"};
constexpr diag::Def<Text, Text> kWebhookName{diag::Kind::kBadName,
                                             "`{}` cannot be the name of a webhook: {}"};
constexpr diag::Def<> kReviewVersions{
    diag::Kind::kResource, "one of the versions must be `v1` or `v1beta1`, which the server supports"};
constexpr diag::Def<> kNoValidation{
    diag::Kind::kMissingRequired,
    "required keys are missing: a policy has `validations` or `auditAnnotations`"};
constexpr diag::Def<> kNoRules{diag::Kind::kMissingRequired,
                               "required key `resourceRules` is missing: a policy must select resources"};
constexpr diag::Def<Text, Text> kVariable{diag::Kind::kBadName, "`{}` cannot be the name of a variable: {}"};
constexpr diag::Def<Text, Text> kResourceName{diag::Kind::kBadName,
                                              "`{}` cannot be the name of a resource: {}"};
constexpr diag::Def<Text, Text> kParamKind{diag::Kind::kResource, "`{}` cannot be the {} of parameters"};
constexpr diag::Def<Text, Text> kAuditKey{diag::Kind::kBadName,
                                          "`{}` cannot be the key of an annotation: {}"};
constexpr diag::Def<> kNoParam{diag::Kind::kMissingRequired,
                               "required keys are missing: parameters are found by `name` or `selector`"};
constexpr diag::Def<> kTwoParams{diag::Kind::kResource, "`name` and `selector` exclude each other"};
constexpr diag::Def<Text, Text> kNoPatch{diag::Kind::kMissingRequired,
                                         "required key `{}` is missing: the `patchType` is `{}`"};
constexpr diag::Def<Text, Text> kOtherPatch{diag::Kind::kResource,
                                            "`{}` cannot be there when the `patchType` is `{}`"};
constexpr diag::Def<> kDeletes{
    diag::Kind::kResource, "a policy that mutates cannot be for `DELETE`: nothing would be left to change"};

// The API server speaks these only.
void CheckReviewVersions(const check::Trail& webhook, diag::Emitter& emit) {
  const std::optional<check::Trail> versions = At(webhook, "admissionReviewVersions");
  bool is_spoken = false;
  bool has_any = false;
  if (versions) {
    ForEachItem(*versions, [&](const check::Trail& item) {
      has_any = true;
      is_spoken = is_spoken || item.value->kind != value::Kind::kString || TextOf(item) == "v1" ||
                  TextOf(item) == "v1beta1";
    });
  }
  if (has_any && !is_spoken && !HasGap(*versions->value)) {
    Tell(emit, *versions, kReviewVersions).Emit();
  }
}

bool IsEmpty(const std::optional<check::Trail>& list) {
  return !list || (list->value->kind == value::Kind::kSequence && list->value->items().empty() &&
                   !HasGap(*list->value));
}

bool IsWholeMap(const check::Trail& at) {
  return at.value->kind == value::Kind::kMapping && !HasGap(*at.value);
}

// The match constraints of a policy.
void CheckConstraints(const check::Trail& spec, diag::Emitter& emit) {
  const std::optional<check::Trail> constraints = At(spec, "matchConstraints");
  if (!constraints) {
    return;
  }
  if (IsWholeMap(*constraints) && IsEmpty(At(*constraints, "resourceRules"))) {
    emit.Report(check::PlaceOf(constraints->key, *constraints->value), kNoRules)
        .At(constraints->path())
        .Emit();
  }
  for (const Text list : {Text("resourceRules"), Text("excludeResourceRules")}) {
    ForEachItemOf(*constraints, list, [&](const check::Trail& rule) { CheckRuleOfRequests(rule, emit); });
  }
}

struct PatchKey {
  Text type, key;
};
constexpr PatchKey kPatchKeys[] = {{"ApplyConfiguration", "applyConfiguration"}, {"JSONPatch", "jsonPatch"}};

// The patch that the type names, and no other.
void CheckMutation(const check::Trail& mutation, diag::Emitter& emit) {
  const Text type = TextAt(mutation, "patchType");
  const bool is_known = std::any_of(std::begin(kPatchKeys), std::end(kPatchKeys),
                                    [&](const PatchKey& row) { return row.type == type; });
  if (!is_known || HasGap(*mutation.value)) {
    return;
  }
  Text wanted;
  bool has_other = false;
  for (const auto& [named, key] : kPatchKeys) {
    const std::optional<check::Trail> patch = At(mutation, key);
    if (named == type) {
      wanted = patch ? Text() : key;
    } else if (patch) {
      has_other = true;
      TellKey(emit, *patch, kOtherPatch, key, type).Emit();
    }
  }
  if (!wanted.empty() && !has_other) {
    diag::Path path = mutation.path();
    path.push_back(diag::PathStep::Key(std::string(wanted)));
    emit.Report(check::PlaceOf(mutation.key, *mutation.value), kNoPatch, wanted, type).At(path).Emit();
  }
}

// Names of resources are parts of URLs.
void CheckResourceNames(const check::Trail& constraints, diag::Emitter& emit) {
  for (const Text list : {Text("resourceRules"), Text("excludeResourceRules")}) {
    ForEachItemOf(constraints, list, [&](const check::Trail& rule) {
      ForEachItemOf(rule, "resourceNames", [&](const check::Trail& name) {
        if (const std::string why = WhyNoPathSegment(TextOf(name)); !why.empty()) {
          Tell(emit, name, kResourceName, TextOf(name), why).Emit();
        }
      });
    });
  }
}

// The kind of a policy's parameters: an optional group, a version and a kind.
void CheckParamKind(const check::Trail& kind, diag::Emitter& emit) {
  const std::optional<check::Trail> api = At(kind, "apiVersion");
  const Text text = api ? TextOf(*api) : Text();
  const size_t slash = text.find('/');
  const Text group = slash == Text::npos ? Text() : text.substr(0, slash);
  const Text version = slash == Text::npos ? text : text.substr(slash + 1);
  const bool has_form = WhyNot("dns1035-label", version).empty() &&
                        (group.empty() || WhyNot("dns1123-subdomain", group).empty());
  if (!text.empty() && !has_form) {
    Tell(emit, *api, kParamKind, text, "apiVersion").Emit();
  }
  const std::optional<check::Trail> name = At(kind, "kind");
  if (name && !TextOf(*name).empty() && !WhyNot("dns1035-label", Lowered(TextOf(*name))).empty()) {
    Tell(emit, *name, kParamKind, TextOf(*name), "kind").Emit();
  }
}

// Of a policy that validates or mutates.
void CheckPolicyNames(const check::Trail& spec, diag::Emitter& emit) {
  if (const std::optional<check::Trail> kind = At(spec, "paramKind")) {
    CheckParamKind(*kind, emit);
  }
  if (const std::optional<check::Trail> constraints = At(spec, "matchConstraints")) {
    CheckResourceNames(*constraints, emit);
  }
  ForEachItemOf(spec, "variables", [&](const check::Trail& variable) {
    const std::optional<check::Trail> name = At(variable, "name");
    const std::string why = name && !TextOf(*name).empty() ? WhyNoVariable(TextOf(*name)) : std::string();
    if (!why.empty()) {
      Tell(emit, *name, kVariable, TextOf(*name), why).Emit();
    }
  });
}

// What binds a policy: its parameters are one, or some.
void CheckBindingOfPolicy(const check::Trail& spec, diag::Emitter& emit) {
  if (const std::optional<check::Trail> matched = At(spec, "matchResources")) {
    CheckResourceNames(*matched, emit);
  }
  std::optional<source::Span> deny, warn;
  ForEachItemOf(spec, "validationActions", [&](const check::Trail& action) {
    deny = TextOf(action) == "Deny" ? std::optional(action.value->span) : deny;
    warn = TextOf(action) == "Warn" ? std::optional(action.value->span) : warn;
  });
  if (deny && warn) {
    Tell(emit, *At(spec, "validationActions"), kDenyAndWarn).Related(*warn, "the warning").Emit();
  }
  const std::optional<check::Trail> param = At(spec, "paramRef");
  if (!param) {
    return;
  }
  const std::optional<check::Trail> name = At(*param, "name");
  const std::optional<check::Trail> selector = At(*param, "selector");
  const Text text = name ? TextOf(*name) : Text();
  if (!text.empty() && selector) {
    TellKey(emit, *selector, kTwoParams).Related(name->value->span, "the name").Emit();
  } else if (text.empty() && !selector && IsWholeMap(*param) && !HasMisspelt(*param, "name") &&
             !HasMisspelt(*param, "selector")) {
    TellKey(emit, *param, kNoParam).Emit();
  }
  if (const std::string why = WhyNoPathSegment(text); !why.empty()) {
    Tell(emit, *name, kResourceName, text, why).Emit();
  }
}

void CheckMutatedRules(const check::Trail& constraints, diag::Emitter& emit) {
  ForEachItemOf(constraints, "resourceRules", [&](const check::Trail& rule) {
    ForEachItemOf(rule, "operations", [&](const check::Trail& operation) {
      if (TextOf(operation) == "DELETE") {
        Tell(emit, operation, kDeletes).Emit();
      }
    });
  });
}

}  // namespace

void CheckAdmissionPolicy(const Resource& resource, diag::Emitter& emit) {
  CheckPolicyExpressions(resource, emit);
  const std::optional<check::Trail> spec = At(resource.at, "spec");
  if (!spec || !IsWholeMap(*spec)) {
    return;
  }
  if (IsEmpty(At(*spec, "validations")) && IsEmpty(At(*spec, "auditAnnotations"))) {
    emit.Report(check::PlaceOf(spec->key, *spec->value), kNoValidation).At(spec->path()).Emit();
  }
  CheckConstraints(*spec, emit);
  CheckPolicyNames(*spec, emit);
  // Behind the name of the policy they are keys of annotations.
  ForEachItemOf(*spec, "auditAnnotations", [&](const check::Trail& annotation) {
    const std::optional<check::Trail> key = At(annotation, "key");
    const Text text = key ? TextOf(*key) : Text();
    const std::string why =
        text.empty() ? std::string() : WhyNot("qualified-name", "policy/" + std::string(text));
    if (!why.empty()) {
      Tell(emit, *key, kAuditKey, text, why).Emit();
    }
  });
}

void CheckPolicyBinding(const Resource& resource, diag::Emitter& emit) {
  if (const std::optional<check::Trail> spec = At(resource.at, "spec")) {
    CheckBindingOfPolicy(*spec, emit);
  }
}

void CheckWebhooks(const Resource& resource, diag::Emitter& emit) {
  ForEachItemOf(resource.at, "webhooks", [&](const check::Trail& webhook) {
    CheckReviewVersions(webhook, emit);
    CheckMatchConditions(resource, webhook, emit);
    if (const std::optional<check::Trail> config = At(webhook, "clientConfig")) {
      CheckWebhookClient(*config, emit);
    }
    ForEachItemOf(webhook, "rules", [&](const check::Trail& rule) { CheckRuleOfRequests(rule, emit); });
    const std::optional<check::Trail> name = At(webhook, "name");
    const Text text = name ? TextOf(*name) : Text();
    if (text.empty()) {
      return;
    }
    const std::string why = WhyNot("dns1123-subdomain", text);
    if (!why.empty()) {
      Tell(emit, *name, kWebhookName, text, why).Emit();
    } else if (std::count(text.begin(), text.end(), '.') < 2) {
      Tell(emit, *name, kWebhookName, text, "it must have three parts, joined by dots").Emit();
    }
  });
}

void CheckMutatingPolicy(const Resource& resource, diag::Emitter& emit) {
  CheckMutations(resource, emit);
  const std::optional<check::Trail> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  CheckConstraints(*spec, emit);
  CheckPolicyNames(*spec, emit);
  if (const std::optional<check::Trail> constraints = At(*spec, "matchConstraints")) {
    CheckMutatedRules(*constraints, emit);
  }
  ForEachItemOf(*spec, "mutations", [&](const check::Trail& mutation) { CheckMutation(mutation, emit); });
}

void CheckMutatingBinding(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec", "matchResources"};
  Follow(resource.at, kKeys, [&](const check::Trail& matched) { CheckMutatedRules(matched, emit); });
  CheckPolicyBinding(resource, emit);
}

}  // namespace kval::kubernetes
