#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/addresses.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/other_kinds.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/tell.h"

// Ranges of addresses: of a node's pods, of services. At most one of each family.
namespace kval::kubernetes {

namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text, Text> kOwner{diag::Kind::kBadName,
                                             "`{}` cannot be the {} of the parent object: {}"};

}  // namespace

// Where the two differ, `podCIDR` is the only range, whatever the others are: pkg/apis/core/v1,
// Convert_v1_NodeSpec_To_core_NodeSpec.
void CheckNode(const Resource& resource, diag::Emitter& emit) {
  for (const Text key : {Text("capacity"), Text("allocatable")}) {
    const Text keys[] = {"status", key};
    Follow(resource.at, keys, [&](const check::Trail& amounts) { CheckAmounts(amounts, emit); });
  }
  const std::optional<check::Trail> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  const std::optional<check::Trail> range = At(*spec, "podCIDR");
  const std::optional<check::Trail> ranges = At(*spec, "podCIDRs");
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
  Follow(resource.at, kKeys, [&](const check::Trail& owner) {
    for (const Text key : {Text("group"), Text("resource"), Text("name"), Text("namespace")}) {
      const std::optional<check::Trail> part = At(owner, key);
      const Text text = part ? TextOf(*part) : Text();
      const std::string why = text.empty()     ? std::string()
                              : key == "group" ? WhyNot("dns1123-subdomain", text)
                                               : WhyNoPathSegment(text);
      if (!why.empty()) {
        Tell(emit, *part, kOwner, text, key, why).Emit();
      }
    }
  });
}

void CheckServiceRange(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec", "cidrs"};
  Follow(resource.at, kKeys,
         [&](const check::Trail& ranges) { CheckRanges(ranges, true, resource.k8s_version, emit); });
}

}  // namespace kval::kubernetes
