#include <optional>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"

// Roles and what binds them.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kMixed{diag::ResourceRule(7187), "a rule is about resources or about URLs, not both"};
constexpr diag::Def<> kUrls{diag::ResourceRule(7188),
                            "only a ClusterRole can have `nonResourceURLs`: they belong to no namespace"};
constexpr diag::Def<Text, Text> kRefKind{diag::ResourceRule(7189), "a {} cannot refer to a `{}`"};
constexpr diag::Def<Text, Text> kRoleName{diag::Kind::kBadName,
                                          "`{}` cannot be the name of a role: it contains `{}`"};
constexpr diag::Def<> kNoNamespace{diag::Kind::kMissingRequired,
                                   "required key `namespace` is missing: a service account belongs to one"};

bool HasItems(const check::ValueCursor& rule, Text key) {
  const std::optional<check::ValueCursor> list = At(rule, key);
  return list && !(list->value->kind == Kind::kSequence && list->value->items().empty());
}

}  // namespace

void CheckRole(const Resource& resource, diag::Emitter& emit) {
  ForEachItemOf(resource.at, "rules", [&](const check::ValueCursor& rule) {
    if (rule.value->kind != Kind::kMapping || IsRecovered(*rule.value)) {
      return;
    }
    if (HasItems(rule, "nonResourceURLs")) {
      const check::ValueCursor urls = *At(rule, "nonResourceURLs");
      if (resource.kind == "Role") {
        ReportAtKey(emit, urls, kUrls).Emit();
      } else if (HasItems(rule, "resources") || HasItems(rule, "apiGroups") ||
                 HasItems(rule, "resourceNames")) {
        ReportAtKey(emit, urls, kMixed).Emit();
      }
    }
  });
}

void CheckBinding(const Resource& resource, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> ref = At(resource.at, "roleRef")) {
    const std::optional<check::ValueCursor> name = At(*ref, "name");
    const size_t refused = name ? TextOf(*name).find_first_of("/%") : Text::npos;
    if (refused != Text::npos) {
      ReportAt(emit, *name, kRoleName, TextOf(*name), TextOf(*name).substr(refused, 1)).Emit();
    }
    const std::optional<check::ValueCursor> kind = At(*ref, "kind");
    const Text text = kind ? TextOf(*kind) : Text();
    const bool is_known = text == "ClusterRole" || (text == "Role" && resource.kind == "RoleBinding");
    if (!text.empty() && !is_known) {
      ReportAt(emit, *kind, kRefKind, resource.kind, text).Emit();
    }
  }
  ForEachItemOf(resource.at, "subjects", [&](const check::ValueCursor& subject) {
    const Text kind = GetStringField(subject, "kind");
    // That of a RoleBinding is its own namespace's.
    const bool needs_namespace = kind == "ServiceAccount" && resource.kind == "ClusterRoleBinding";
    if (needs_namespace && GetStringField(subject, "namespace").empty() && !IsRecovered(*subject.value)) {
      ReportMissing(emit, subject, "namespace", kNoNamespace).Emit();
    }
  });
}

}  // namespace kval::kubernetes
