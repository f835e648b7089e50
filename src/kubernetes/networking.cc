#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/addresses.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"
#include "src/lang/cel/network.h"

// Ingresses and network policies.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kHost{diag::ResourceRule(7098), "`{}` cannot be a host: {}"};
constexpr diag::Def<Text, Text> kNotWithin{diag::ResourceRule(7103),
                                           "`{}` is not part of `{}`, so it cannot be excluded from it"};
constexpr diag::Def<Text> kAllOf{diag::ResourceRule(7104), "`{}` excepts all addresses of its block"};

void CheckHost(const check::ValueCursor& host, bool may_be_address, diag::Emitter& emit) {
  const Text text = TextOf(host);
  if (host.value->kind != Kind::kString) {
    return;
  }
  std::string why;
  if (!may_be_address && cel::IpAddress::ParseLoosely(text)) {
    why = "it is an address, not a name";
  } else if (text.starts_with("*.")) {
    why = GetFormatError("dns1123-subdomain", text.substr(2));
  } else {
    why = GetFormatError("dns1123-subdomain", text);
  }
  if (!why.empty()) {
    const size_t scheme = text.find("://");
    ReportAt(emit, host, kHost, text, why)
        .Hint(scheme == Text::npos
                  ? std::string()
                  : "remove `" + std::string(text.substr(0, scheme + 3)) + "`: a host has no scheme")
        .Emit();
  }
}

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

void CheckIngress(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec || spec->value->kind != Kind::kMapping || resource.api_version != "networking.k8s.io/v1") {
    return;
  }
  ForEachItemOf(*spec, "rules", [&](const check::ValueCursor& rule) {
    // Without a host, or with an empty one, a rule holds for all.
    if (const std::optional<check::ValueCursor> host = At(rule, "host"); host && !TextOf(*host).empty()) {
      CheckHost(*host, false, emit);
    }
  });
  ForEachItemOf(*spec, "tls", [&](const check::ValueCursor& item) {
    ForEachItemOf(item, "hosts", [&](const check::ValueCursor& host) { CheckHost(host, true, emit); });
  });
}

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
