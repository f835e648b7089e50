#include "src/kubernetes/volume_claim.h"

#include <optional>
#include <string>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kSourceKind{diag::ResourceRule(7244),
                                      "a `{}` requires an `apiGroup`: only a PersistentVolumeClaim has none"};
constexpr diag::Def<Text, Text> kSourceGroup{diag::Kind::kBadName, "`{}` cannot be a group: {}"};
constexpr diag::Def<Text> kOtherSource{diag::ResourceRule(7245),
                                       "`dataSource` has another `{}` than `dataSourceRef`"};
constexpr diag::Def<Text> kMissing{diag::Kind::kMissingRequired, "required key `{}` is missing"};
constexpr diag::Def<Text> kEmpty{diag::ResourceRule(7246), "`{}` cannot be empty"};

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

void CheckVolumeClaimSpec(const check::ValueCursor& claim, bool is_template, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(claim, "spec");
  if (!spec) {
    return;
  }
  CheckDataSources(*spec, is_template, emit);
}

}  // namespace kval::kubernetes
