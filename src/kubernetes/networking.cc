#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/addresses.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"
#include "src/lang/cel/network.h"

// Network policies.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kNotWithin{diag::ResourceRule(7103),
                                           "`{}` is not part of `{}`, so it cannot be excluded from it"};
constexpr diag::Def<Text> kAllOf{diag::ResourceRule(7104), "`{}` excepts all addresses of its block"};

// An exception is a smaller range within that of its block: pkg/apis/networking/validation, ValidateIPBlock.
void CheckException(const check::ValueCursor& block, const check::ValueCursor& item, Text version,
                    diag::Emitter& emit) {
  const Text text = TextOf(item);
  if (item.value->kind != Kind::kString || !CheckRange(item, text, version, emit)) {
    return;
  }
  const std::optional<check::ValueCursor> whole = At(block, "cidr");
  std::string ignored;
  const auto outer = cel::IpPrefix::Parse(whole ? TextOf(*whole) : Text(), &ignored);
  const auto inner = cel::IpPrefix::Parse(text, &ignored);
  if (!outer || !inner) {
    return;
  }
  if (!outer->Contains(inner->address.Masked(inner->length))) {
    ReportAt(emit, item, kNotWithin, text, TextOf(*whole)).Related(whole->value->span, "the block").Emit();
  } else if (outer->length >= inner->length) {
    ReportAt(emit, item, kAllOf, text).Related(whole->value->span, "the block").Emit();
  }
}

void CheckPeer(const check::ValueCursor& peer, Text version, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> block = At(peer, "ipBlock");
  if (block) {
    if (const std::optional<check::ValueCursor> range = At(*block, "cidr");
        range && !TextOf(*range).empty()) {
      CheckRange(*range, TextOf(*range), version, emit);
    }
    ForEachItemOf(*block, "except",
                  [&](const check::ValueCursor& item) { CheckException(*block, item, version, emit); });
  }
}

}  // namespace

void CheckNetworkPolicy(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  for (const auto& [direction, peers] :
       {std::pair(Text("ingress"), Text("from")), std::pair(Text("egress"), Text("to"))}) {
    const Text peer_key = peers;
    ForEachItemOf(*spec, direction, [&](const check::ValueCursor& rule) {
      ForEachItemOf(rule, peer_key,
                    [&](const check::ValueCursor& peer) { CheckPeer(peer, resource.k8s_version, emit); });
    });
  }
}

}  // namespace kval::kubernetes
