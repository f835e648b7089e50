#include <optional>
#include <string>
#include <string_view>

#include "schemas/kubernetes/feature_gates.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/addresses.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/report_at.h"

// Ranges of addresses: of a node's pods, of services. At most one of each family.
namespace kval::kubernetes {

namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text, Text> kOwner{diag::Kind::kBadName,
                                             "`{}` cannot be the {} of the parent object: {}"};
constexpr diag::Def<Text> kFeatureName{diag::Kind::kBadName,
                                       "`{}` cannot be the name of a feature, such as `MyFeature/part`"};
constexpr diag::Def<> kFeatureOrder{diag::ResourceRule(7003),
                                    "features must be in alphabetical order, each once"};

// `MyFeature` or `MyFeature/part`.
bool IsFeatureName(Text name) {
  constexpr size_t kLongest = 253;
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_letter = [&](char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); };
  bool starts = true;
  bool is_name = !name.empty() && is_upper(name.front()) && name.back() != '/' && name.size() <= kLongest;
  for (const char c : name) {
    is_name = is_name && (is_letter(c) || (!starts && ((c >= '0' && c <= '9') || c == '/')));
    starts = c == '/';
  }
  return is_name;
}

// validateNodeDeclaredFeatures; the field is dropped while its gate is off.
void CheckDeclaredFeatures(const Resource& resource, diag::Emitter& emit) {
  if (!IsEnabled(schemas::kubernetes::Feature::kNodeDeclaredFeatures, resource.k8s_version)) {
    return;
  }
  constexpr Text kFeatures[] = {"status", "declaredFeatures"};
  Follow(resource.at, kFeatures, [&](const check::ValueCursor& features) {
    Text last;
    ForEachItem(features, [&](const check::ValueCursor& feature) {
      const Text name = TextOf(feature);
      if (feature.value->kind == Kind::kString && !IsFeatureName(name)) {
        ReportAt(emit, feature, kFeatureName, name).Emit();
      } else if (name <= last) {
        ReportAt(emit, feature, kFeatureOrder).Emit();
      }
      last = name;
    });
  });
}

}  // namespace

// Where the two differ, `podCIDR` is the only range, whatever the others are: pkg/apis/core/v1,
// Convert_v1_NodeSpec_To_core_NodeSpec.
void CheckNode(const Resource& resource, diag::Emitter& emit) {
  for (const Text key : {Text("capacity"), Text("allocatable")}) {
    const Text keys[] = {"status", key};
    Follow(resource.at, keys, [&](const check::ValueCursor& amounts) { CheckAmounts(amounts, emit); });
  }
  CheckDeclaredFeatures(resource, emit);
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  const std::optional<check::ValueCursor> range = At(*spec, "podCIDR");
  const std::optional<check::ValueCursor> ranges = At(*spec, "podCIDRs");
  const Text only = range ? TextOf(*range) : Text();
  const bool has_ranges = ranges && ranges->value->kind == Kind::kSequence && !ranges->value->items().empty();
  if (has_ranges && (only.empty() || only == TextOf(ranges->Item(0)))) {
    CheckRanges(*ranges, false, resource.k8s_version, emit);
  } else if (!only.empty()) {
    CheckRange(*range, only, resource.k8s_version, emit);
  }
}

// The owner of an address, as components of URLs: pkg/apis/networking/validation, ValidateIPAddress.
void CheckAddressOwner(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec", "parentRef"};
  Follow(resource.at, kKeys, [&](const check::ValueCursor& owner) {
    for (const Text key : {Text("group"), Text("resource"), Text("name"), Text("namespace")}) {
      const std::optional<check::ValueCursor> part = At(owner, key);
      const Text text = part ? TextOf(*part) : Text();
      const std::string why = text.empty()     ? std::string()
                              : key == "group" ? GetFormatError("dns1123-subdomain", text)
                                               : GetPathSegmentError(text);
      if (!why.empty()) {
        ReportAt(emit, *part, kOwner, text, key, why).Emit();
      }
    }
  });
}

void CheckServiceRange(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec", "cidrs"};
  Follow(resource.at, kKeys,
         [&](const check::ValueCursor& ranges) { CheckRanges(ranges, true, resource.k8s_version, emit); });
}

}  // namespace kval::kubernetes
