#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/expressions.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/webhook.h"
#include "src/support/ascii_text.h"
#include "src/support/keyed_hash.h"

// Webhooks and policies: pkg/apis/admissionregistration/validation.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

using value::Kind;

constexpr diag::Def<Text> kEmptyText{diag::ResourceRule(7016),
                                     "`{}` has an empty string, which matches nothing"};

constexpr diag::Def<Text, Text> kStar{diag::ResourceRule(7017), "the `{}` of `{}` must be the only item"};
constexpr diag::Def<Text, Text> kSuggested{diag::ResourceRule(7018), "`{}` is there already, by `{}`"};

// A group may be empty.
void CheckStrings(const check::ValueCursor& rule, diag::Emitter& emit) {
  for (const Text key : {Text("apiVersions"), Text("resources")}) {
    ForEachItemOf(rule, key, [&](const check::ValueCursor& item) {
      if (item.value->kind == Kind::kString && TextOf(item).empty()) {
        ReportAt(emit, item, kEmptyText, key).Emit();
      }
    });
  }
}

// Reports a list that contains this value next to others.
void CheckAlone(const check::ValueCursor& rule, Text key, Text star, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> list = At(rule, key);
  if (!list || list->value->kind != Kind::kSequence || list->value->items().size() < 2) {
    return;
  }
  for (const value::Value* item : list->value->items()) {
    if (item->kind == Kind::kString && item->raw == star) {
      ReportAt(emit, *list, kStar, star, key).Related(item->span, "the star").Emit();
      return;
    }
  }
}

// `pods/*` and `*/scale` include all subresources; `*` includes all resources without `/`. The server checks
// the last of those only.
void CheckResources(const check::ValueCursor& rule, diag::Emitter& emit) {
  CheckAlone(rule, "resources", "*/*", emit);
  std::optional<source::Span> star;
  bool ends_with_other = false;
  TextMap<std::string, Text> suggested;  // the wildcard part, with the value that contains it
  ForEachItemOf(rule, "resources", [&](const check::ValueCursor& item) {
    const Text text = TextOf(item);
    const size_t slash = text.find('/');
    if (text.empty()) {
      return;
    }
    if (slash == Text::npos) {
      star = text == "*" ? std::optional(item.value->span) : star;
      ends_with_other = text != "*";
      return;
    }
    const std::string resource = std::string(text.substr(0, slash)) + "/";
    const std::string part = std::string(text.substr(slash));
    for (const std::string* known : {&resource, &part}) {
      if (const auto found = suggested.find(*known); found != suggested.end()) {
        ReportAt(emit, item, kSuggested, text, found->second).Emit();
        return;
      }
    }
    if (part == "/*") {
      suggested.emplace(resource, text);
    }
    if (resource == "*/") {
      suggested.emplace(part, text);
    }
  });
  if (star && ends_with_other) {
    const check::ValueCursor list = *At(rule, "resources");
    ReportAt(emit, list, kStar, "*", "resources").Related(*star, "the star").Emit();
  }
}

// Checks a request rule of a webhook or policy (KV708): an empty string is not a wildcard, and a wildcard
// must not be combined with values that it includes. Source: pkg/apis/admissionregistration/validation,
// validateRuleWithOperations.
void CheckRuleOfRequests(const check::ValueCursor& rule, diag::Emitter& emit) {
  CheckStrings(rule, emit);
  for (const Text key : {Text("operations"), Text("apiGroups"), Text("apiVersions")}) {
    CheckAlone(rule, key, "*", emit);
  }
  CheckResources(rule, emit);
}

constexpr diag::Def<> kDenyAndWarn{
    diag::ResourceRule(7010), "`Deny` and `Warn` are mutually exclusive: both would report the same failure"};

constexpr diag::Def<Text, Text> kWebhookName{diag::Kind::kBadName,
                                             "`{}` cannot be the name of a webhook: {}"};

constexpr diag::Def<> kReviewVersions{
    diag::ResourceRule(7011), "one of the versions must be `v1` or `v1beta1`, which the server supports"};

constexpr diag::Def<Text, Text> kParamKind{diag::ResourceRule(7012), "`{}` cannot be the {} of parameters"};

constexpr diag::Def<Text, Text> kAuditKey{diag::Kind::kBadName,
                                          "`{}` cannot be the key of an annotation: {}"};

constexpr diag::Def<> kDeletes{
    diag::ResourceRule(7015),
    "a policy that mutates cannot be for `DELETE`: nothing would be left to change"};

// The API server speaks these only.
void CheckReviewVersions(const check::ValueCursor& webhook, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> versions = At(webhook, "admissionReviewVersions");
  bool is_mentioned = false;
  bool has_any = false;
  if (versions) {
    ForEachItem(*versions, [&](const check::ValueCursor& item) {
      has_any = true;
      is_mentioned = is_mentioned || item.value->kind != value::Kind::kString || TextOf(item) == "v1" ||
                     TextOf(item) == "v1beta1";
    });
  }
  if (has_any && !is_mentioned && !IsRecovered(*versions->value)) {
    ReportAt(emit, *versions, kReviewVersions).Emit();
  }
}

// The rules of a policy's `matchConstraints`, or of a binding's `matchResources`.
void CheckRequestRules(const check::ValueCursor& matched, diag::Emitter& emit) {
  for (const Text list : {Text("resourceRules"), Text("excludeResourceRules")}) {
    ForEachItemOf(matched, list, [&](const check::ValueCursor& rule) { CheckRuleOfRequests(rule, emit); });
  }
}

// The kind of a policy's parameters: an optional group, a version and a kind.
void CheckParamKind(const check::ValueCursor& kind, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> api = At(kind, "apiVersion");
  const Text text = api ? TextOf(*api) : Text();
  const size_t slash = text.find('/');
  const Text group = slash == Text::npos ? Text() : text.substr(0, slash);
  const Text version = slash == Text::npos ? text : text.substr(slash + 1);
  const bool has_form = GetFormatError("dns1035-label", version).empty() &&
                        (group.empty() || GetFormatError("dns1123-subdomain", group).empty());
  if (!text.empty() && !has_form) {
    ReportAt(emit, *api, kParamKind, text, "apiVersion").Emit();
  }
  const std::optional<check::ValueCursor> name = At(kind, "kind");
  if (name && !TextOf(*name).empty() && !GetFormatError("dns1035-label", LowerCased(TextOf(*name))).empty()) {
    ReportAt(emit, *name, kParamKind, TextOf(*name), "kind").Emit();
  }
}

// Of a policy that validates or mutates.
void CheckPolicyNames(const check::ValueCursor& spec, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> kind = At(spec, "paramKind")) {
    CheckParamKind(*kind, emit);
  }
  if (const std::optional<check::ValueCursor> constraints = At(spec, "matchConstraints")) {
    CheckRequestRules(*constraints, emit);
  }
}

// What binds a policy: its parameters are one, or some.
void CheckBindingOfPolicy(const check::ValueCursor& spec, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> matched = At(spec, "matchResources")) {
    CheckRequestRules(*matched, emit);
  }
  std::optional<source::Span> deny, warn;
  ForEachItemOf(spec, "validationActions", [&](const check::ValueCursor& action) {
    deny = TextOf(action) == "Deny" ? std::optional(action.value->span) : deny;
    warn = TextOf(action) == "Warn" ? std::optional(action.value->span) : warn;
  });
  if (deny && warn) {
    ReportAt(emit, *At(spec, "validationActions"), kDenyAndWarn).Related(*warn, "the warning").Emit();
  }
}

void CheckMutatedRules(const check::ValueCursor& constraints, diag::Emitter& emit) {
  ForEachItemOf(constraints, "resourceRules", [&](const check::ValueCursor& rule) {
    ForEachItemOf(rule, "operations", [&](const check::ValueCursor& operation) {
      if (TextOf(operation) == "DELETE") {
        ReportAt(emit, operation, kDeletes).Emit();
      }
    });
  });
}

}  // namespace

void CheckAdmissionPolicy(const Resource& resource, diag::Emitter& emit) {
  CheckPolicyExpressions(resource, emit);
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  CheckPolicyNames(*spec, emit);
  // Behind the name of the policy they are keys of annotations.
  ForEachItemOf(*spec, "auditAnnotations", [&](const check::ValueCursor& annotation) {
    const std::optional<check::ValueCursor> key = At(annotation, "key");
    const Text text = key ? TextOf(*key) : Text();
    const std::string why =
        text.empty() ? std::string() : GetFormatError("qualified-name", "policy/" + std::string(text));
    if (!why.empty()) {
      ReportAt(emit, *key, kAuditKey, text, why).Emit();
    }
  });
}

void CheckPolicyBinding(const Resource& resource, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> spec = At(resource.at, "spec")) {
    CheckBindingOfPolicy(*spec, emit);
  }
}

void CheckWebhooks(const Resource& resource, diag::Emitter& emit) {
  ForEachItemOf(resource.at, "webhooks", [&](const check::ValueCursor& webhook) {
    CheckReviewVersions(webhook, emit);
    CheckMatchConditions(resource, webhook, emit);
    if (const std::optional<check::ValueCursor> config = At(webhook, "clientConfig")) {
      CheckWebhookClient(*config, emit);
    }
    ForEachItemOf(webhook, "rules", [&](const check::ValueCursor& rule) { CheckRuleOfRequests(rule, emit); });
    const std::optional<check::ValueCursor> name = At(webhook, "name");
    const Text text = name ? TextOf(*name) : Text();
    if (text.empty()) {
      return;
    }
    const std::string why = GetFormatError("dns1123-subdomain", text);
    if (!why.empty()) {
      ReportAt(emit, *name, kWebhookName, text, why).Emit();
    } else if (std::count(text.begin(), text.end(), '.') < 2) {
      ReportAt(emit, *name, kWebhookName, text, "it must have three parts, joined by dots").Emit();
    }
  });
}

void CheckMutatingPolicy(const Resource& resource, diag::Emitter& emit) {
  CheckMutations(resource, emit);
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  CheckPolicyNames(*spec, emit);
  if (const std::optional<check::ValueCursor> constraints = At(*spec, "matchConstraints")) {
    CheckMutatedRules(*constraints, emit);
  }
}

void CheckMutatingBinding(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec", "matchResources"};
  Follow(resource.at, kKeys, [&](const check::ValueCursor& matched) { CheckMutatedRules(matched, emit); });
  CheckPolicyBinding(resource, emit);
}

}  // namespace kval::kubernetes
