#include "src/kubernetes/admission/match_resources.h"

#include <algorithm>

#include "src/kubernetes/admission/fields.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

bool HasOrAll(const std::vector<Text>& items, Text item) {
  return std::any_of(items.begin(), items.end(), [item](Text each) { return each == "*" || each == item; });
}

// Rules with a subresource (`pods/exec`) are not about the object itself, except `pods/*`.
bool NamesResource(Text rule, Text resource) {
  const size_t slash = rule.find('/');
  const Text name = rule.substr(0, slash);
  return (name == "*" || name == resource) && (slash == Text::npos || rule.substr(slash + 1) == "*");
}

const value::Value* LabelsOf(const value::Value* object) {
  return FieldOf(FieldOf(object, "metadata"), "labels");
}

}  // namespace

std::vector<MatchResources::Rule> MatchResources::ReadRules(const value::Value* rules) {
  std::vector<Rule> read;
  for (const value::Value* rule : ItemsOf(rules)) {
    const auto texts = [rule](Text key) { return TextItemsOf(FieldOf(rule, key)); };
    read.push_back({texts("resourceNames"), texts("apiGroups"), texts("apiVersions"), texts("operations"),
                    texts("resources"), TextField(rule, "scope")});
  }
  return read;
}

MatchResources MatchResources::Read(const value::Value* resources) {
  MatchResources read;
  read.rules_ = ReadRules(FieldOf(resources, "resourceRules"));
  read.excluded_ = ReadRules(FieldOf(resources, "excludeResourceRules"));
  read.namespaces_ = LabelSelector::Read(FieldOf(resources, "namespaceSelector"));
  read.objects_ = LabelSelector::Read(FieldOf(resources, "objectSelector"));
  read.is_exact_ = TextField(resources, "matchPolicy") == "Exact";
  return read;
}

// The API server rejects a rule without operations; it is read as one for all of them.
bool MatchResources::IsFor(const Rule& rule, Operation operation) {
  return rule.operations.empty() || HasOrAll(rule.operations, NameOf(operation));
}

bool MatchResources::MatchesAnyOf(std::span<const Operation> operations) const {
  return rules_.empty() || std::any_of(operations.begin(), operations.end(), [this](Operation operation) {
           return std::any_of(rules_.begin(), rules_.end(),
                              [operation](const Rule& rule) { return IsFor(rule, operation); });
         });
}

// Everything but the version.
bool MatchResources::Fits(const Rule& rule, const AdmissionRequest& request) {
  const bool has_namespace = !request.is_namespace() && !request.namespace_name.empty();
  const bool fits_scope = rule.scope == "Namespaced" ? has_namespace
                          : rule.scope == "Cluster"  ? !has_namespace
                                                     : true;
  return fits_scope && IsFor(rule, request.operation) && HasOrAll(rule.groups, request.group) &&
         std::any_of(rule.resources.begin(), rule.resources.end(),
                     [&](Text resource) { return NamesResource(resource, request.resource); }) &&
         (rule.names.empty() ||
          std::find(rule.names.begin(), rule.names.end(), request.name) != rule.names.end());
}

RequestMatch MatchResources::MatchRules(const std::vector<Rule>& rules,
                                        const AdmissionRequest& request) const {
  bool is_converted = false;
  for (const Rule& rule : rules) {
    if (!Fits(rule, request)) {
      continue;
    }
    if (HasOrAll(rule.versions, request.version)) {
      return RequestMatch::kYes;
    }
    is_converted = is_converted || (!is_exact_ && request.serves &&
                                    std::any_of(rule.versions.begin(), rule.versions.end(), request.serves));
  }
  return is_converted ? RequestMatch::kConverted : RequestMatch::kNo;
}

RequestMatch MatchResources::Match(const AdmissionRequest& request) const {
  const auto is_selected = [this](const value::Value* object) {
    return object != nullptr && objects_.Matches(LabelsOf(object));
  };
  if (!(is_selected(request.object) || is_selected(request.old_object)) ||
      MatchRules(excluded_, request) != RequestMatch::kNo) {
    return RequestMatch::kNo;
  }
  const RequestMatch match = rules_.empty() ? RequestMatch::kYes : MatchRules(rules_, request);
  // Objects without a namespace are never exempt.
  if (match == RequestMatch::kNo || request.namespace_object == nullptr) {
    return match;
  }
  if (!request.is_namespace_known && namespaces_.ReadsOtherThan(kNamespaceNameLabel)) {
    return RequestMatch::kNamespaceUnknown;
  }
  return namespaces_.Matches(LabelsOf(request.namespace_object)) ? match : RequestMatch::kNo;
}

}  // namespace kval::kubernetes
