#include <optional>
#include <string>
#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/expressions.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"
#include "src/support/keyed_hash.h"

// Webhooks and policies: pkg/apis/admissionregistration/validation.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

using value::Kind;

constexpr diag::Def<> kStar{diag::ResourceRule(7017), "the `*` of `resources` must be the only item"};
constexpr Text kConstraints[] = {"spec", "matchConstraints"};

constexpr diag::Def<Text, Text> kSuggested{diag::ResourceRule(7018), "`{}` is there already, by `{}`"};

// `pods/*` and `*/scale` include all subresources; `*` includes all resources without `/`. The server checks
// the last of those only.
void CheckResources(const check::ValueCursor& rule, diag::Emitter& emit) {
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
    ReportAt(emit, list, kStar).Related(*star, "the star").Emit();
  }
}

// The rules of a policy's `matchConstraints`, or of a binding's `matchResources`.
void CheckRequestRules(const check::ValueCursor& matched, diag::Emitter& emit) {
  for (const Text list : {Text("resourceRules"), Text("excludeResourceRules")}) {
    ForEachItemOf(matched, list, [&](const check::ValueCursor& rule) { CheckResources(rule, emit); });
  }
}

}  // namespace

void CheckAdmissionPolicy(const Resource& resource, diag::Emitter& emit) {
  CheckPolicyExpressions(resource, emit);
  Follow(resource.at, kConstraints,
         [&](const check::ValueCursor& matched) { CheckRequestRules(matched, emit); });
}

void CheckPolicyBinding(const Resource& resource, diag::Emitter& emit) {
  Follow(resource.at, {"spec", "matchResources"},
         [&](const check::ValueCursor& matched) { CheckRequestRules(matched, emit); });
}

void CheckWebhooks(const Resource& resource, diag::Emitter& emit) {
  ForEachItemOf(resource.at, "webhooks", [&](const check::ValueCursor& webhook) {
    CheckMatchConditions(resource, webhook, emit);
    ForEachItemOf(webhook, "rules", [&](const check::ValueCursor& rule) { CheckResources(rule, emit); });
  });
}

void CheckMutatingPolicy(const Resource& resource, diag::Emitter& emit) {
  CheckMutations(resource, emit);
  Follow(resource.at, kConstraints,
         [&](const check::ValueCursor& matched) { CheckRequestRules(matched, emit); });
}

}  // namespace kval::kubernetes
