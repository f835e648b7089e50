#include "src/kubernetes/volume_claim.h"

#include <optional>
#include <string>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kNoStorage{diag::Kind::kMissingRequired,
                                     "required key `storage` is missing: a {} some"};
constexpr diag::Def<Text> kNoAmount{diag::ResourceRule(7243), "a {} more than 0"};
constexpr diag::Def<Text> kSourceKind{diag::ResourceRule(7244),
                                      "a `{}` requires an `apiGroup`: only a PersistentVolumeClaim has none"};
constexpr diag::Def<Text, Text> kSourceGroup{diag::Kind::kBadName, "`{}` cannot be a group: {}"};
constexpr diag::Def<Text> kOtherSource{diag::ResourceRule(7245),
                                       "`dataSource` has another `{}` than `dataSourceRef`"};
constexpr diag::Def<Text> kMissing{diag::Kind::kMissingRequired, "required key `{}` is missing"};
constexpr diag::Def<Text> kEmpty{diag::ResourceRule(7246), "`{}` cannot be empty"};
constexpr diag::Def<> kOnePod{diag::ResourceRule(7247), "`ReadWriteOncePod` excludes other access modes"};

// Without a group the reference names a claim.
void CheckDataSource(const check::ValueCursor& at, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> group = At(at, "apiGroup");
  const Text text = group ? TextOf(*group) : Text();
  const std::optional<check::ValueCursor> kind = At(at, "kind");
  const Text name = kind ? TextOf(*kind) : Text();
  if (const std::string why = text.empty() ? std::string() : GetFormatError("dns1123-subdomain", text);
      !why.empty()) {
    ReportAt(emit, *group, kSourceGroup, text, why).Emit();
  } else if (text.empty() && !name.empty() && name != "PersistentVolumeClaim" &&
             !HasSimilarKey(at, "apiGroup") && !IsRecovered(*at.value)) {
    ReportAt(emit, *kind, kSourceKind, name).Emit();
  }
}

// Of a `dataSource` alone the server keeps these two (pkg/api/persistentvolumeclaim,
// EnforceDataSourceBackwardsCompatibility).
bool IsKept(const check::ValueCursor& source) {
  const Text group = GetStringField(source, "apiGroup");
  const Text kind = GetStringField(source, "kind");
  return (kind == "PersistentVolumeClaim" && group.empty()) ||
         (kind == "VolumeSnapshot" && group == "snapshot.storage.k8s.io");
}

// The data source of a claim in both of its spellings. The server ignores a reference to another namespace,
// and an unknown `dataSource` of a claim that is not a template (pkg/api/persistentvolumeclaim).
void CheckDataSources(const check::ValueCursor& spec, bool is_template, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> source = At(spec, "dataSource");
  std::optional<check::ValueCursor> ref = At(spec, "dataSourceRef");
  if (ref && !is_template && !GetStringField(*ref, "namespace").empty()) {
    ref.reset();
  }
  if (ref) {
    CheckDataSource(*ref, emit);
    CheckReferenceNames(*ref, emit);
  }
  if (source && (ref || is_template)) {
    CheckDataSource(*source, emit);
  }
  if (source && (is_template || IsKept(*source))) {
    CheckReferenceNames(*source, emit);
  }
  if (!source || !ref || IsRecovered(*source->value) || IsRecovered(*ref->value)) {
    return;
  }
  for (const Text key : {Text("apiGroup"), Text("kind"), Text("name")}) {
    if (GetStringField(*source, key) != GetStringField(*ref, key)) {
      ReportAtKey(emit, *source, kOtherSource, key).Related(ref->value->span, "which is here").Emit();
      return;
    }
  }
}

}  // namespace

void CheckReferenceNames(const check::ValueCursor& at, diag::Emitter& emit) {
  if (at.value->kind != Kind::kMapping || IsRecovered(*at.value)) {
    return;
  }
  bool has_unknown = false;
  ForEachEntry(at, [&](const check::ValueCursor& entry) {
    const Text key = entry.key->raw;
    has_unknown = has_unknown || (key != "apiGroup" && key != "kind" && key != "name" && key != "namespace");
  });
  for (const Text key : {Text("kind"), Text("name")}) {
    const std::optional<check::ValueCursor> field = At(at, key);
    if (field && field->value->kind == Kind::kString && TextOf(*field).empty()) {
      ReportAt(emit, *field, kEmpty, key).Emit();
    } else if (!field && !has_unknown) {
      // Next to an unknown key that is probably a misspelling of it.
      ReportMissing(emit, at, key, kMissing, key).Emit();
    }
  }
}

void CheckStorage(const check::ValueCursor& amounts, Text who, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> storage = At(amounts, "storage");
  if (!storage && amounts.value->kind == Kind::kMapping && !amounts.value->entries().empty() &&
      !IsRecovered(*amounts.value)) {
    ReportMissing(emit, amounts, "storage", kNoStorage, who).Emit();
  } else if (storage && IsZeroOrNegative(*storage->value)) {
    ReportAt(emit, *storage, kNoAmount, who).Emit();
  }
}

void CheckAccessModes(const check::ValueCursor& spec, diag::Emitter& emit) {
  std::optional<source::Span> of_one_pod;
  bool has_other = false;
  ForEachItemOf(spec, "accessModes", [&](const check::ValueCursor& mode) {
    const Text text = TextOf(mode);
    if (text == "ReadWriteOncePod") {
      of_one_pod = mode.value->span;
    }
    has_other = has_other || text == "ReadWriteOnce" || text == "ReadWriteMany" || text == "ReadOnlyMany";
  });
  if (of_one_pod && has_other) {
    ReportAt(emit, *At(spec, "accessModes"), kOnePod).Related(*of_one_pod, "which is here").Emit();
  }
}

void CheckVolumeClaimSpec(const check::ValueCursor& claim, bool is_template, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(claim, "spec");
  if (!spec) {
    return;
  }
  CheckAccessModes(*spec, emit);
  CheckDataSources(*spec, is_template, emit);
  constexpr Text kKeys[] = {"resources", "requests"};
  Follow(*spec, kKeys,
         [&](const check::ValueCursor& requests) { CheckStorage(requests, "claim must request", emit); });
}

}  // namespace kval::kubernetes
