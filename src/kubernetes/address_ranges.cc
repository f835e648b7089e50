#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/node.h"
#include "src/kubernetes/other_kinds.h"
#include "src/kubernetes/tell.h"

// Ranges of addresses: of a node's pods, of services. At most one of each family.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kSameFamily{diag::Kind::kResource, "another range of {} is there already"};
constexpr diag::Def<Text, Text> kNetwork{diag::Kind::kResource, "`{}` is no range of addresses: {}"};

bool IsRange(const check::Trail& at, diag::Emitter& emit) {
  const std::string why = at.value->kind == Kind::kString ? WhyNot("cidr", TextOf(at)) : std::string();
  if (!why.empty()) {
    Tell(emit, at, kNetwork, TextOf(at), why).Emit();
  }
  return why.empty();
}

void CheckRanges(const check::Trail& list, diag::Emitter& emit) {
  std::optional<source::Span> first[2];
  ForEachItem(list, [&](const check::Trail& item) {
    if (!IsRange(item, emit) || TextOf(item).empty()) {
      return;
    }
    const bool is_v6 = TextOf(item).find(':') != Text::npos;
    std::optional<source::Span>& known = first[is_v6 ? 1 : 0];
    if (known) {
      Tell(emit, item, kSameFamily, is_v6 ? "IPv6" : "IPv4").Related(*known, "this one").Emit();
    } else {
      known = item.value->span;
    }
  });
}

}  // namespace

// Where the two differ, `podCIDR` is the only range, whatever the others are: pkg/apis/core/v1,
// Convert_v1_NodeSpec_To_core_NodeSpec.
void CheckNode(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::Trail> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  const std::optional<check::Trail> range = At(*spec, "podCIDR");
  const std::optional<check::Trail> ranges = At(*spec, "podCIDRs");
  const Text only = range ? TextOf(*range) : Text();
  const bool has_ranges = ranges && ranges->value->kind == Kind::kSequence && !ranges->value->items().empty();
  if (has_ranges && (only.empty() || only == TextOf(ranges->Item(0)))) {
    CheckRanges(*ranges, emit);
  } else if (!only.empty()) {
    IsRange(*range, emit);
  }
}

void CheckServiceRange(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec", "cidrs"};
  Follow(resource.at, kKeys, [&](const check::Trail& ranges) { CheckRanges(ranges, emit); });
}

}  // namespace kval::kubernetes
