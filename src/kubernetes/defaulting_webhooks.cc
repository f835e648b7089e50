#include "src/kubernetes/defaulting_webhooks.h"

#include <algorithm>
#include <string>

#include "src/kubernetes/admission/fields.h"
#include "src/support/text_search.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr Text kKind = "MutatingWebhookConfiguration";

bool Names(const std::vector<Text>& list, Text item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

// The same for a list that may name everything.
bool Includes(const std::vector<Text>& list, Text item) {
  return Names(list, item) || Names(list, "*") || Names(list, "*/*");
}

// Whether a name such as `webhook.example.com` ends with a group, such as `example.com`.
bool EndsWithGroup(Text name, Text group) {
  return !group.empty() && name.size() > group.size() && name.ends_with(group) &&
         name[name.size() - group.size() - 1] == '.';
}

}  // namespace

bool DefaultingWebhooks::MayBeIn(Text text) {
  return ContainsWord(text, kKind);
}

void DefaultingWebhooks::Add(const value::Value& object) {
  if (TextField(&object, "kind") != kKind ||
      !TextField(&object, "apiVersion").starts_with("admissionregistration.k8s.io/")) {
    return;
  }
  for (const value::Value* webhook : ItemsOf(FieldOf(&object, "webhooks"))) {
    const Text name = TextField(webhook, "name");
    const value::Value* rules = FieldOf(webhook, "rules");
    if (ItemsOf(rules).empty()) {
      rules_.push_back({name, {}, {}});
    }
    for (const value::Value* rule : ItemsOf(rules)) {
      if (Includes(TextItemsOf(FieldOf(rule, "operations")), "CREATE")) {
        rules_.push_back(
            {name, TextItemsOf(FieldOf(rule, "apiGroups")), TextItemsOf(FieldOf(rule, "resources"))});
      }
    }
  }
}

std::string_view DefaultingWebhooks::Find(Text group, Text resource) const {
  const auto found = std::find_if(rules_.begin(), rules_.end(), [&](const Rule& rule) {
    return rule.resources.empty() ? EndsWithGroup(rule.webhook, group)
                                  : Names(rule.groups, group) && Includes(rule.resources, resource);
  });
  return found == rules_.end() ? Text() : found->webhook;
}

void AllowWebhookDefault(Text webhook, diag::Diagnostic& finding) {
  const bool is_of_metadata = !finding.path.empty() && finding.path.front().key == "metadata";
  if (!webhook.empty() && finding.kind == diag::Kind::kMissingRequired && !is_of_metadata) {
    finding.severity = std::min(finding.severity, diag::Severity::kWarning);
    if (finding.hint.empty()) {
      finding.hint = "this is valid if the webhook `" + std::string(webhook) + "` among the inputs sets it";
    }
  }
}

}  // namespace kval::kubernetes
