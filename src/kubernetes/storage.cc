#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/volume_claim.h"

// Storage: claims, volumes, their classes (pkg/apis/core/validation, pkg/apis/storage/validation).
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kRecyclesHost{diag::ResourceRule(7238),
                                    "the whole host cannot be recycled: all of its files would be removed"};
constexpr diag::Def<> kManyParameters{
    diag::ResourceRule(7240), "there are more than 512 parameters, or they have more than 262144 bytes"};
constexpr diag::Def<> kTopologyTwice{diag::ResourceRule(7242), "the same topologies are there already"};

// The values that a term wants for each key. Which order they are in does not matter.
std::map<Text, std::set<Text>> ExpectedBy(const check::ValueCursor& term) {
  std::map<Text, std::set<Text>> expected;
  ForEachItemOf(term, "matchLabelExpressions", [&](const check::ValueCursor& item) {
    std::set<Text>& values = expected[GetStringField(item, "key")];
    values.clear();
    ForEachItemOf(item, "values", [&](const check::ValueCursor& value) { values.insert(TextOf(value)); });
  });
  return expected;
}

// validateAllowedTopologies: an empty term is one that is there already.
void CheckTopologies(const check::ValueCursor& list, diag::Emitter& emit) {
  std::map<std::map<Text, std::set<Text>>, source::Span> seen;
  ForEachItem(list, [&](const check::ValueCursor& term) {
    if (IsRecovered(*term.value)) {
      return;
    }
    std::map<Text, std::set<Text>> expected = ExpectedBy(term);
    if (expected.empty()) {
      return;
    }
    const auto [first, is_new] = seen.emplace(std::move(expected), term.value->span);
    if (!is_new) {
      ReportAt(emit, term, kTopologyTwice).Related(first->second, "the first one").Emit();
    }
  });
}

// validateParameters.
void CheckParameters(const Resource& resource, diag::Emitter& emit) {
  constexpr size_t kMax = 512;
  constexpr size_t kMostBytes = 256 * 1024;
  const std::optional<check::ValueCursor> parameters = At(resource.at, "parameters");
  if (!parameters || parameters->value->kind != Kind::kMapping) {
    return;
  }
  size_t size = 0;
  ForEachEntry(*parameters, [&](const check::ValueCursor& entry) {
    size += check::KeyName(*entry.key).size() + TextOf(entry).size();
  });
  if (parameters->value->entries().size() > kMax || size > kMostBytes) {
    ReportAtKey(emit, *parameters, kManyParameters).Emit();
  }
}

// As Go's path.Clean has it.
bool IsRoot(Text path) {
  return path.starts_with('/') && path.find_first_not_of("/.") == Text::npos &&
         path.find("...") == Text::npos;
}

}  // namespace

void CheckVolumeClaim(const Resource& resource, diag::Emitter& emit) {
  CheckVolumeClaimSpec(resource.at, false, emit);
}

void CheckPersistentVolume(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  Follow(*spec, {"hostPath", "path"}, [&](const check::ValueCursor& path) {
    if (GetStringField(*spec, "persistentVolumeReclaimPolicy") == "Recycle" && IsRoot(TextOf(path))) {
      ReportAt(emit, *At(*spec, "persistentVolumeReclaimPolicy"), kRecyclesHost)
          .Related(path.value->span, "all of it")
          .Emit();
    }
  });
}

void CheckStorageClass(const Resource& resource, diag::Emitter& emit) {
  CheckParameters(resource, emit);
  if (const std::optional<check::ValueCursor> topologies = At(resource.at, "allowedTopologies")) {
    CheckTopologies(*topologies, emit);
  }
}

void CheckVolumeAttributesClass(const Resource& resource, diag::Emitter& emit) {
  CheckParameters(resource, emit);
}

}  // namespace kval::kubernetes
