#include <optional>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/addresses.h"
#include "src/kubernetes/kind_rules.h"

// Ranges of addresses: of a node's pods, of services. At most one of each family.
namespace kval::kubernetes {

namespace {

using Text = std::string_view;
using value::Kind;

}  // namespace

// Where the two differ, `podCIDR` is the only range, whatever the others are: pkg/apis/core/v1,
// Convert_v1_NodeSpec_To_core_NodeSpec.
void CheckNode(const Resource& resource, diag::Emitter& emit) {
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

void CheckServiceRange(const Resource& resource, diag::Emitter& emit) {
  Follow(resource.at, {"spec", "cidrs"},
         [&](const check::ValueCursor& ranges) { CheckRanges(ranges, true, resource.k8s_version, emit); });
}

}  // namespace kval::kubernetes
