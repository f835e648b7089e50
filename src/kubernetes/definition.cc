#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/diag/changing_emitter.h"
#include "src/diag/path.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/definition_version.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/lang/cel/url.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

using value::Kind;

using diag::PathStep;

bool IsIndex(const PathStep& step) {
  return step.index >= 0;
}

bool IsKey(const PathStep& step, Text key) {
  return !IsIndex(step) && step.key == key;
}

// Returns the API server's name of a path in a CustomResourceDefinition with one version: it validates an
// internal form with the only version's schema, columns and subresources in `spec`
// (`spec.validation.openAPIV3Schema.properties.spec`). Empty if the name is the same. From
// k8s.io/apiextensions-apiserver, pkg/apis/apiextensions/v1/conversion.go.
std::string ToInternalVersionPath(const diag::Path& path) {
  const bool is_of_version = path.size() > 3 && IsKey(path[0], "spec") && IsKey(path[1], "versions") &&
                             IsIndex(path[2]) && !IsIndex(path[3]);
  if (!is_of_version) {
    return {};
  }
  const Text part = path[3].key;
  if (part != "schema" && part != "additionalPrinterColumns" && part != "subresources" &&
      part != "selectableFields") {
    return {};
  }
  diag::Path internal = {path[0], PathStep::Key(part == "schema" ? Text("validation") : part)};
  for (size_t i = 4; i < path.size(); ++i) {
    const bool is_column = part == "additionalPrinterColumns" && IsKey(path[i], "jsonPath");
    internal.push_back(is_column ? PathStep::Key("JSONPath") : path[i]);
  }
  return diag::Display(internal);
}

constexpr diag::Def<Text> kName{diag::Kind::kBadCrd,
                                "the definition must be called `{}`, by its plural and group"};

constexpr diag::Def<Text, Text> kDefaultListKind{diag::Kind::kBadCrd,
                                                 "the default of `listKind`, `{}`, cannot be a name: {}"};
constexpr diag::Def<> kListKind{diag::Kind::kBadCrd, "`listKind` must differ from `kind`"};
constexpr diag::Def<> kNoStorage{diag::Kind::kBadCrd, "no version has `storage: true`: exactly one must"};
constexpr diag::Def<> kTwoStorages{diag::Kind::kBadCrd, "another version has `storage: true` already"};

constexpr diag::Def<> kNoReview{diag::Kind::kBadCrd, "one of the versions of reviews must be v1 or v1beta1"};

constexpr diag::Def<Text> kNotApproved{
    diag::Kind::kBadCrd,
    "the group `{}` is reserved for Kubernetes: the annotation `api-approved.kubernetes.io` must have the "
    "URL of the approval, or `unapproved` and a reason"};

constexpr diag::Def<> kApproval{diag::Kind::kBadCrd,
                                "this must be the address of the approval, or begin with `unapproved`"};

void CheckNames(const Resource& resource, const check::ValueCursor& spec, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> names = At(spec, "names");
  if (!names) {
    return;
  }
  const std::optional<check::ValueCursor> list = At(*names, "listKind");
  if (list && !TextOf(*list).empty() && TextOf(*list) == GetStringField(*names, "kind")) {
    ReportAt(emit, *list, kListKind).Emit();
  }
  const std::optional<check::ValueCursor> kind = At(*names, "kind");
  const std::string default_list = kind && !list ? std::string(TextOf(*kind)) + "List" : "";
  const bool is_kind_valid = kind && GetNameError("kind", TextOf(*kind)).empty();
  if (const std::string why = GetNameError("kind", default_list); is_kind_valid && !list && !why.empty()) {
    ReportAt(emit, *kind, kDefaultListKind, default_list, why).Hint("set `listKind`").Emit();
  }
  const std::optional<check::ValueCursor> metadata = At(resource.at, "metadata");
  const std::string expected =
      std::string(GetStringField(*names, "plural")) + "." + std::string(GetStringField(spec, "group"));
  const bool is_reported =
      metadata && !GetStringField(spec, "group").empty() && !GetStringField(*names, "plural").empty();
  for (const Text key : {Text("name"), Text("generateName")}) {
    const std::optional<check::ValueCursor> name = is_reported ? At(*metadata, key) : std::nullopt;
    if (name && !TextOf(*name).empty() && TextOf(*name) != expected) {
      ReportAt(emit, *name, kName, expected).Emit();
    }
  }
}

// 35 of `1.35`.
uint32_t MinorOf(std::string_view version) {
  uint32_t minor = 0;
  const size_t dot = version.find('.') + 1;
  std::from_chars(version.data() + dot, version.data() + version.size(), minor);
  return minor;
}

void CheckVersions(const check::ValueCursor& versions, uint32_t k8s_minor, StepTotals& costs,
                   diag::Emitter& emit) {
  source::Span stored;
  ForEachItem(versions, [&](const check::ValueCursor& version) {
    CheckDefinitionVersion(version, k8s_minor, costs, emit);
    const std::optional<check::ValueCursor> storage = At(version, "storage");
    if (IsTrue(storage) && stored.has_value()) {
      ReportAt(emit, *storage, kTwoStorages).Related(stored, "the other one").Emit();
    } else if (IsTrue(storage)) {
      stored = storage->value->span;
    }
  });
  if (!stored.has_value() && versions.value->kind == Kind::kSequence && !IsRecovered(*versions.value)) {
    ReportAt(emit, versions, kNoStorage).Emit();
  }
}

// validateConversionReviewVersions.
void CheckReviewVersions(const check::ValueCursor& versions, diag::Emitter& emit) {
  bool is_known = versions.value->kind != Kind::kSequence || versions.value->items().empty() ||
                  IsRecovered(*versions.value);
  ForEachItem(versions, [&](const check::ValueCursor& item) {
    // An invalid version is already reported.
    is_known = is_known || TextOf(item) == "v1" || TextOf(item) == "v1beta1" || IsRecovered(*item.value) ||
               !GetFormatError("dns1035-label", TextOf(item)).empty();
  });
  if (!is_known) {
    ReportAt(emit, versions, kNoReview).Emit();
  }
}

// validateAPIApproval: groups of Kubernetes itself are for those whose API was reviewed.
void CheckApproval(const Resource& resource, Text group, diag::Emitter& emit) {
  constexpr Text kApproved = "api-approved.kubernetes.io";
  const bool is_protected = group == "k8s.io" || group.ends_with(".k8s.io") || group == "kubernetes.io" ||
                            group.ends_with(".kubernetes.io");
  const std::optional<check::ValueCursor> metadata =
      is_protected ? At(resource.at, "metadata") : std::nullopt;
  if (!metadata || metadata->value->kind != Kind::kMapping || IsRecovered(*metadata->value)) {
    return;
  }
  const std::optional<check::ValueCursor> annotations = At(*metadata, "annotations");
  if (annotations && (annotations->value->kind != Kind::kMapping || IsRecovered(*annotations->value))) {
    return;
  }
  const std::optional<check::ValueCursor> approved = annotations ? At(*annotations, kApproved) : std::nullopt;
  const Text text = approved ? TextOf(*approved) : Text();
  if (approved && approved->value->kind != Kind::kString) {
    return;
  }
  if (text.empty()) {
    if (HasSimilarKey(*metadata, "annotations") || (annotations && HasSimilarKey(*annotations, kApproved))) {
      return;
    }
    const check::ValueCursor& holder = annotations ? *annotations : *metadata;
    diag::Path path = metadata->path();
    path.push_back(diag::PathStep::Key("annotations"));
    path.push_back(diag::PathStep::Key(std::string(kApproved)));
    emit.Report(check::PlaceOf(holder.key, *holder.value), kNotApproved, group).At(std::move(path)).Emit();
    return;
  }
  std::string why;
  const std::optional<cel::Url> url = cel::Url::Parse(text, &why);
  if (!text.starts_with("unapproved") && (!url || url->host.empty() || url->Scheme().empty())) {
    ReportAt(emit, *approved, kApproval).Emit();
  }
}

}  // namespace

void CheckDefinition(const Resource& resource, StepTotals& costs, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec || spec->value->kind != Kind::kMapping) {
    return;
  }
  CheckNames(resource, *spec, emit);
  CheckApproval(resource, GetStringField(*spec, "group"), emit);
  if (const std::optional<check::ValueCursor> conversion = At(*spec, "conversion");
      conversion && GetStringField(*conversion, "strategy") == "Webhook") {
    Follow(*conversion, {"webhook", "conversionReviewVersions"},
           [&](const check::ValueCursor& versions) { CheckReviewVersions(versions, emit); });
  }
  if (const std::optional<check::ValueCursor> versions = At(*spec, "versions")) {
    const bool is_only = versions->value->kind == Kind::kSequence && versions->value->items().size() == 1;
    diag::ChangingEmitter with_path(emit, [](diag::Diagnostic& finding) {
      if (const std::string path = finding.has_path ? ToInternalVersionPath(finding.path) : std::string();
          !path.empty()) {
        finding.notes.push_back("the API server calls this place `" + path + "`");
      }
    });
    CheckVersions(*versions, MinorOf(resource.k8s_version), costs, is_only ? with_path : emit);
  }
}

}  // namespace kval::kubernetes
