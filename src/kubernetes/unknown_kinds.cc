#include "src/kubernetes/unknown_kinds.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "src/kubernetes/admission/fields.h"
#include "src/support/edit_distance.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using schemas::kubernetes::ApiTable;
using schemas::kubernetes::GroupOf;
using schemas::kubernetes::Lifecycle;

constexpr diag::Def<Text, Text, Text> kRemoved{diag::Kind::kRemovedApi,
                                               "{} of {} is no longer served by Kubernetes {}"};
constexpr diag::Def<Text, Text, Text> kLater{diag::Kind::kRemovedApi,
                                             "{} of {} is not yet served by Kubernetes {}"};
constexpr diag::Def<Text, Text> kCustom{diag::Kind::kUnknownResource,
                                        "there is no schema for {} of {}, so it was not checked"};
constexpr diag::Def<Text, Text> kNoKind{diag::Kind::kUnknownResource, "Kubernetes has no kind {} in {}"};
constexpr diag::Def<Text, Text> kNoVersion{diag::Kind::kUnknownResource,
                                           "the API group {} has no version {}"};
constexpr diag::Def<Text, Text> kNotServed{diag::Kind::kUnknownResource,
                                           "{} of {} is not served: its definition says `served: false`"};
constexpr diag::Def<Text, Text, Text> kDeprecated{diag::Kind::kDeprecatedApi, "{} of {} is deprecated{}"};
constexpr diag::Def<Text, Text, Text> kDeprecatedCustom{diag::Kind::kDeprecatedApi,
                                                        "{} of {} is deprecated by its definition{}"};

// The version of an apiVersion: `v1` of `apps/v1`.
Text VersionOf(Text api_version) {
  const size_t slash = api_version.find('/');
  return slash == Text::npos ? api_version : api_version.substr(slash + 1);
}

// Of `v1` and `v1beta1` the first.
bool IsStable(Text version) {
  return version.find_first_of("ab") == Text::npos;
}

// The newest apiVersion that serves this kind, in any group; empty when there is none. A stable one is
// preferred.
std::string WhoServes(const ApiTable& table, Text kind, size_t version) {
  std::string best;
  for (const schemas::kubernetes::Api& api : table.Apis()) {
    if (api.kind == kind && (api.versions >> version & 1U) != 0) {
      if (best.empty() || IsStable(VersionOf(api.api_version))) {
        best = std::string(api.api_version);
      }
    }
  }
  return best;
}

// Kinds that OpenShift had in the API version `v1` before it had API groups.
struct OpenShiftKind {
  Text kind, api_version;
};
constexpr OpenShiftKind kOpenShiftKinds[] = {
    {"Build", "build.openshift.io/v1"},
    {"BuildConfig", "build.openshift.io/v1"},
    {"ClusterResourceQuota", "quota.openshift.io/v1"},
    {"DeploymentConfig", "apps.openshift.io/v1"},
    {"Group", "user.openshift.io/v1"},
    {"Image", "image.openshift.io/v1"},
    {"ImageStream", "image.openshift.io/v1"},
    {"ImageStreamTag", "image.openshift.io/v1"},
    {"OAuthClient", "oauth.openshift.io/v1"},
    {"Project", "project.openshift.io/v1"},
    {"ProjectRequest", "project.openshift.io/v1"},
    {"Route", "route.openshift.io/v1"},
    {"SecurityContextConstraints", "security.openshift.io/v1"},
    {"Template", "template.openshift.io/v1"},
    {"User", "user.openshift.io/v1"},
};

// The kind of that name or nearly, in the same apiVersion or elsewhere, as a hint.
std::string HintForKind(const Resource& resource, const ApiTable& table, size_t version) {
  const auto* const of_openshift =
      std::find_if(std::begin(kOpenShiftKinds), std::end(kOpenShiftKinds),
                   [&](const OpenShiftKind& each) { return each.kind == resource.kind; });
  if (resource.api_version == "v1" && of_openshift != std::end(kOpenShiftKinds)) {
    return "OpenShift serves " + std::string(resource.kind) +
           " as `apiVersion: " + std::string(of_openshift->api_version) + "`";
  }
  if (const std::string other = WhoServes(table, resource.kind, version); !other.empty()) {
    return std::string(resource.kind) + " is served as `apiVersion: " + other + "`";
  }
  std::vector<Text> here, anywhere;
  for (const schemas::kubernetes::Api& api : table.Apis()) {
    if ((api.versions >> version & 1U) != 0) {
      (api.api_version == resource.api_version ? here : anywhere).push_back(api.kind);
    }
  }
  Text nearest = Nearest(resource.kind, here);
  if (!nearest.empty()) {
    return "did you mean `kind: " + std::string(nearest) + "`?";
  }
  nearest = Nearest(resource.kind, anywhere);
  return nearest.empty() ? std::string()
                         : "did you mean `kind: " + std::string(nearest) +
                               "`, `apiVersion: " + WhoServes(table, nearest, version) + "`?";
}

// `example.com/v1`.
std::string ApiVersionOf(const CustomKind& kind) {
  return (kind.group.empty() ? "" : std::string(kind.group) + "/") + std::string(kind.version.name);
}

// Returns the version of its group that serves the kind, preferring stable ones; empty if there is none.
std::string ServedAs(const Resource& resource, const CustomKinds& custom) {
  const CustomKind* best = nullptr;
  for (const CustomKind* kind : custom.OfKind(resource.kind)) {
    if (kind->group == GroupOf(resource.api_version) && kind->version.is_served &&
        (best == nullptr || IsStable(kind->version.name) || !IsStable(best->version.name))) {
      best = kind;
    }
  }
  return best == nullptr ? std::string() : ApiVersionOf(*best);
}

// The group that was most likely meant: `app/v1` instead of `apps/v1`.
std::string NearestApiVersion(const Resource& resource, const Catalog& catalog, size_t version) {
  std::vector<std::string> names;
  for (const schemas::kubernetes::Api& api : catalog.table().Apis()) {
    if (api.kind == resource.kind && (api.versions >> version & 1U) != 0) {
      names.emplace_back(api.api_version);
    }
  }
  for (const CustomKind* kind : catalog.custom().OfKind(resource.kind)) {
    if (kind->version.is_served) {
      names.push_back(ApiVersionOf(*kind));
    }
  }
  const std::vector<Text> candidates(names.begin(), names.end());
  return std::string(Nearest(resource.api_version, candidates));
}

// The replacement: the one in the lifecycle table, unless it is removed as well.
std::string HintForGone(const Resource& resource, const Lifecycle& row, const ApiTable& table,
                        size_t version) {
  const size_t space = std::min(row.replacement.find(' '), row.replacement.size());
  const Text api = row.replacement.substr(0, space);
  const Text kind = row.replacement.substr(std::min(space + 1, row.replacement.size()));
  if (!api.empty() && (table.VersionsOf(api, kind) >> version & 1U) != 0) {
    return "use " + std::string(row.replacement);
  }
  const std::string other = WhoServes(table, resource.kind, version);
  return other.empty() ? "there is no replacement: remove the resource"
                       : "use " + other + " " + std::string(resource.kind);
}

void ReportGone(const Resource& resource, const Lifecycle& row, const ApiTable& table, size_t version,
                diag::Emitter& emit) {
  diag::DiagnosticBuilder builder =
      emit.Report(resource.place(), kRemoved, resource.kind, resource.api_version, table.versions()[version]);
  builder.At({diag::PathStep::Key("apiVersion")}).Found(std::string(resource.api_version));
  builder.Label("removed in Kubernetes " + std::string(row.removed_in));
  builder.Hint(HintForGone(resource, row, table, version)).Emit();
}

// A kind that versions of Kubernetes have, but not this one. True when it was reported.
bool ReportOtherVersion(const Resource& resource, const ApiTable& table, size_t version,
                        diag::Emitter& emit) {
  const Text name = table.versions()[version];
  const Lifecycle* row = table.LifecycleOf(resource.api_version, resource.kind);
  if (row != nullptr && !row->removed_in.empty() && schemas::kubernetes::IsAtLeast(name, row->removed_in)) {
    ReportGone(resource, *row, table, version, emit);
    return true;
  }
  const schemas::kubernetes::VersionMask versions = table.VersionsOf(resource.api_version, resource.kind);
  if (versions == 0) {
    return false;
  }
  size_t first = 0;
  size_t last = 0;
  for (size_t i = 0; i < table.versions().size(); ++i) {
    if ((versions >> i & 1U) != 0) {
      first = first == 0 && (versions & ((1U << i) - 1)) == 0 ? i : first;
      last = i;
    }
  }
  const bool is_gone = last < version;
  diag::DiagnosticBuilder builder =
      is_gone ? emit.Report(resource.place(), kRemoved, resource.kind, resource.api_version, name)
              : emit.Report(resource.place(), kLater, resource.kind, resource.api_version, name);
  builder.At({diag::PathStep::Key("apiVersion")}).Found(std::string(resource.api_version));
  builder.Label((is_gone ? "last served by Kubernetes " : "first served by Kubernetes ") +
                std::string(table.versions()[is_gone ? last : first]));
  const std::string other = WhoServes(table, resource.kind, version);
  builder.Hint(other.empty() ? std::string() : "use `apiVersion: " + other + "`").Emit();
  return true;
}

// The versions in which the catalogue has a kind: "`cert-manager.io/v1`, `cert-manager.io/v2`".
struct CatalogVersions {
  std::string names;
  Text release;

  void Add(const schemas::crd_catalog::CatalogEntry& entry) {
    names.append(names.empty() ? "`" : ", `").append(entry.api_version).append("`");
    release = entry.release;
  }
};

void ReportNoDefinition(const Resource& resource, const Catalog& catalog, size_t version,
                        diag::Emitter& emit) {
  std::vector<Text> kinds;
  for (const CustomKind* custom : catalog.custom().OfGroup(GroupOf(resource.api_version))) {
    if (custom->version.name == VersionOf(resource.api_version)) {
      kinds.push_back(custom->kind);
    }
  }
  std::string api = ServedAs(resource, catalog.custom());
  if (api.empty()) {
    api = NearestApiVersion(resource, catalog, version);
  }
  CatalogVersions listed;
  for (const schemas::crd_catalog::CatalogEntry& entry :
       catalog.CatalogKinds(GroupOf(resource.api_version))) {
    if (entry.api_version == resource.api_version) {
      kinds.push_back(entry.kind);
    } else if (entry.kind == resource.kind) {
      listed.Add(entry);
    }
  }
  const Text nearest = Nearest(resource.kind, kinds);
  // Where the version has definitions, and no other one has the kind, that is the mistake.
  const bool is_kind =
      api.empty() && listed.names.empty() && !kinds.empty() && resource.kind_value != nullptr;
  diag::DiagnosticBuilder builder = emit.Report(is_kind ? resource.kind_value->span : resource.place(),
                                                kCustom, resource.kind, resource.api_version);
  builder.At({diag::PathStep::Key(is_kind ? "kind" : "apiVersion")});
  builder.Found(std::string(is_kind ? resource.kind : resource.api_version));
  builder.Subject(std::string(resource.api_version) + "/" + std::string(resource.kind));
  if (is_kind && resource.api_version_value != nullptr) {
    builder.Related(resource.api_version_value->span, "in this API version");
  }
  if (!listed.names.empty()) {
    builder.Note("the built-in catalogue has the kind as of " + std::string(listed.release) + ": " +
                 listed.names);
  }
  if (!api.empty()) {
    builder.Hint("did you mean `apiVersion: " + api + "`?");
  } else if (listed.names.empty() && !nearest.empty()) {
    builder.Hint("did you mean `kind: " + std::string(nearest) + "`?");
  } else {
    builder.Hint("pass the CustomResourceDefinition of " + std::string(GroupOf(resource.api_version)) +
                 " with --crds (`crds:` in a project file), or skip such resources with --ignore-kinds "
                 "(`ignore-kinds:`) or --ignore-unknown-kinds");
  }
  builder.Emit();
}

}  // namespace

bool IsNoObject(const value::Value& document, const Catalog& catalog) {
  const Text kind = TextField(&document, "kind");
  const value::Value* const metadata = FieldOf(&document, "metadata");
  if (kind.empty() || FieldOf(&document, "items") != nullptr ||
      TextField(&document, "apiVersion").find('/') != Text::npos || FieldOf(metadata, "name") != nullptr ||
      FieldOf(metadata, "generateName") != nullptr || catalog.custom().Has(kind)) {
    return false;
  }
  std::vector<Text> kinds;
  for (const schemas::kubernetes::Api& api : catalog.table().Apis()) {
    kinds.push_back(api.kind);
  }
  return std::find(kinds.begin(), kinds.end(), kind) == kinds.end() && Nearest(kind, kinds).empty();
}

bool MayBeCustom(const Resource& resource, const Catalog& catalog) {
  const Text group = GroupOf(resource.api_version);
  return !group.empty() && group.find('.') != Text::npos && !catalog.table().KnowsGroup(group);
}

void ReportUnknown(const Resource& resource, const Catalog& catalog, size_t version, diag::Emitter& emit) {
  const ApiTable& table = catalog.table();
  if (ReportOtherVersion(resource, table, version, emit)) {
    return;
  }
  const Text group = GroupOf(resource.api_version);
  if (!table.KnowsGroup(group)) {
    ReportNoDefinition(resource, catalog, version, emit);
    return;
  }
  bool has_version = false;
  for (const schemas::kubernetes::Api& api : table.Apis()) {
    has_version =
        has_version || (api.api_version == resource.api_version && (api.versions >> version & 1U) != 0);
  }
  const bool is_kind = has_version || group.empty();
  diag::DiagnosticBuilder builder =
      is_kind ? emit.Report(resource.kind_value != nullptr && has_version ? resource.kind_value->span
                                                                          : resource.place(),
                            kNoKind, resource.kind, resource.api_version)
              : emit.Report(resource.place(), kNoVersion, group, VersionOf(resource.api_version));
  builder.At({diag::PathStep::Key(has_version ? "kind" : "apiVersion")});
  builder.Found(std::string(has_version ? resource.kind : resource.api_version));
  if (has_version && resource.kind_value != nullptr && resource.api_version_value != nullptr) {
    builder.Related(resource.api_version_value->span, "in this API version");
  }
  builder.Hint(HintForKind(resource, table, version)).Emit();
}

void ReportNotServed(const Resource& resource, const Catalog& catalog, const CustomKind& kind,
                     diag::Emitter& emit) {
  const std::string other = ServedAs(resource, catalog.custom());
  emit.Report(resource.place(), kNotServed, resource.kind, resource.api_version)
      .At({diag::PathStep::Key("apiVersion")})
      .Schema(kind.version.span, "this version")
      .Hint(other.empty() ? std::string() : "use `apiVersion: " + other + "`")
      .Emit();
}

void ReportDeprecated(const Resource& resource, const Catalog& catalog, size_t version, diag::Emitter& emit) {
  const Text name = catalog.table().versions()[version];
  const Lifecycle* row = catalog.table().LifecycleOf(resource.api_version, resource.kind);
  if (row != nullptr && !row->deprecated_in.empty() &&
      schemas::kubernetes::IsAtLeast(name, row->deprecated_in)) {
    const std::string until =
        row->removed_in.empty() ? "" : " and will be removed in Kubernetes " + std::string(row->removed_in);
    diag::DiagnosticBuilder builder =
        emit.Report(resource.place(), kDeprecated, resource.kind, resource.api_version, until);
    builder.At({diag::PathStep::Key("apiVersion")});
    builder.Subject(std::string(resource.api_version) + "/" + std::string(resource.kind));
    builder.Label("deprecated since Kubernetes " + std::string(row->deprecated_in));
    builder.Hint(row->replacement.empty() ? std::string() : "use " + std::string(row->replacement)).Emit();
  }
  const CustomKind* custom = catalog.custom().Find(resource.api_version, resource.kind);
  if (custom != nullptr && custom->version.is_deprecated) {
    const std::string said = custom->version.deprecation_warning.empty()
                                 ? ""
                                 : ": " + std::string(custom->version.deprecation_warning);
    emit.Report(resource.place(), kDeprecatedCustom, resource.kind, resource.api_version, said)
        .At({diag::PathStep::Key("apiVersion")})
        .Schema(custom->version.span, "this version is deprecated")
        .Subject(std::string(resource.api_version) + "/" + std::string(resource.kind))
        .Emit();
  }
}

}  // namespace kval::kubernetes
