#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/addresses.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/lang/cel/network.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<int64_t, Text> kSamePort{diag::ResourceRule(7214), "the port {} of {} is there already"};
constexpr diag::Def<> kOtherFirst{diag::ResourceRule(7217), "the first address must be the `clusterIP`"};
constexpr diag::Def<int64_t> kSameNodePort{diag::ResourceRule(7218), "another port has the node port {}"};
constexpr diag::Def<Text, Text> kOtherFamily{diag::ResourceRule(7223), "`{}` is not of the family {}"};

// The protocol of a port; nothing where it seems to be there by another name.
Text ProtocolOf(const check::ValueCursor& port) {
  if (HasSimilarKey(port, "protocol", {"appProtocol"})) {
    return {};
  }
  const std::optional<check::ValueCursor> protocol = At(port, "protocol");
  return !protocol || (protocol->value->kind == Kind::kString && TextOf(*protocol).empty())
             ? Text("TCP")
             : TextOf(*protocol);
}

void CheckPorts(const check::ValueCursor& ports, diag::Emitter& emit) {
  std::map<std::pair<int64_t, Text>, source::Span> seen;
  std::map<std::pair<int64_t, Text>, source::Span> nodes;
  ForEachItem(ports, [&](const check::ValueCursor& port) {
    const std::optional<check::ValueCursor> number = At(port, "port");
    const std::optional<int64_t> value = number ? GetInteger(*number) : std::nullopt;
    if (!value) {
      return;
    }
    const Text protocol = ProtocolOf(port);
    if (protocol.empty()) {
      return;
    }
    const std::optional<check::ValueCursor> node = At(port, "nodePort");
    if (const int64_t of_node = node ? GetInteger(*node).value_or(0) : 0; of_node != 0) {
      const auto [known, is_free] = nodes.emplace(std::pair(of_node, protocol), node->value->span);
      if (!is_free) {
        ReportAt(emit, *node, kSameNodePort, of_node).Related(known->second, "the first one").Emit();
      }
    }
    const auto [first, is_new] = seen.emplace(std::pair(*value, protocol), number->value->span);
    if (!is_new) {
      ReportAt(emit, *number, kSamePort, *value, protocol).Related(first->second, "the first one").Emit();
    }
  });
}

// Each address belongs to the family at the same index of `ipFamilies`. Invalid addresses are reported
// elsewhere.
void CheckFamilies(const check::ValueCursor& spec, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> families = At(spec, "ipFamilies");
  const std::optional<check::ValueCursor> list = At(spec, "clusterIPs");
  const bool has_list = list && list->value->kind == Kind::kSequence && !list->value->items().empty();
  if (!families || families->value->kind != Kind::kSequence) {
    return;
  }
  for (size_t i = 0; i < families->value->items().size(); ++i) {
    const check::ValueCursor family = families->Item(i);
    const bool is_known = TextOf(family) == "IPv4" || TextOf(family) == "IPv6";
    std::optional<check::ValueCursor> address = At(spec, "clusterIP");
    if (has_list) {
      address = i < list->value->items().size() ? std::optional(list->Item(i)) : std::nullopt;
    } else if (i > 0) {
      return;
    }
    const auto ip = address ? cel::IpAddress::ParseLoosely(TextOf(*address)) : std::nullopt;
    if (is_known && ip && ip->is_ipv4 != (TextOf(family) == "IPv4")) {
      ReportAt(emit, *address, kOtherFamily, TextOf(*address), TextOf(family))
          .Related(family.value->span, "which is here")
          .Emit();
    }
  }
}

// Its addresses in the cluster; `clusterIP` is the first of `clusterIPs`.
void CheckClusterAddresses(const check::ValueCursor& spec, Text type, Text version, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> cluster = At(spec, "clusterIP");
  const std::optional<check::ValueCursor> list = At(spec, "clusterIPs");
  const bool has_list = list && list->value->kind == Kind::kSequence && !list->value->items().empty();
  const Text address = cluster ? TextOf(*cluster) : Text();
  if (type == "ExternalName") {
    return;
  }
  if (!address.empty() && address != "None") {
    CheckAddress(*cluster, version, emit);
  }
  CheckFamilies(spec, emit);
  if (!has_list) {
    return;
  }
  if (!address.empty() && TextOf(list->Item(0)) != address) {
    ReportAt(emit, *list, kOtherFirst).Related(cluster->value->span, "which is here").Emit();
  }
  if (address != "None") {
    ForEachItem(*list, [&](const check::ValueCursor& item) {
      if (TextOf(item) != address) {
        CheckAddress(item, version, emit);
      }
    });
    CheckAddressFamilies(*list, emit);
  }
}

void CheckAddresses(const check::ValueCursor& spec, Text type, Text version, diag::Emitter& emit) {
  CheckClusterAddresses(spec, type, version, emit);
  ForEachItemOf(spec, "externalIPs",
                [&](const check::ValueCursor& item) { CheckAddress(item, version, emit); });
}

// The ranges, or one of them, may have surrounding spaces.
void CheckSourceRange(const check::ValueCursor& at, Text range, Text version, diag::Emitter& emit) {
  constexpr Text kSpaces = " \t\r\n";
  range.remove_prefix(std::min(range.find_first_not_of(kSpaces), range.size()));
  CheckRange(at, range.substr(0, range.find_last_not_of(kSpaces) + 1), version, emit);
}

// The same in an annotation, which is older; of a service that has both the field holds.
void CheckNotedRanges(const check::ValueCursor& noted, Text version, diag::Emitter& emit) {
  Text rest = TextOf(noted);
  if (rest.find_first_not_of(" \t\r\n") == Text::npos) {
    return;
  }
  for (size_t comma = 0; comma != Text::npos; rest.remove_prefix(comma == Text::npos ? 0 : comma + 1)) {
    comma = rest.find(',');
    CheckSourceRange(noted, rest.substr(0, comma), version, emit);
  }
}

// What only load balancers have.
void CheckLoadBalancer(const Resource& resource, const check::ValueCursor& spec, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> ranges = At(spec, "loadBalancerSourceRanges");
  const bool has_ranges = ranges && ranges->value->kind == Kind::kSequence && !ranges->value->items().empty();
  if (has_ranges) {
    ForEachItem(*ranges, [&](const check::ValueCursor& item) {
      if (item.value->kind == Kind::kString) {
        CheckSourceRange(item, TextOf(item), resource.k8s_version, emit);
      }
    });
  } else {
    Follow(resource.at, {"metadata", "annotations", "service.beta.kubernetes.io/load-balancer-source-ranges"},
           [&](const check::ValueCursor& noted) { CheckNotedRanges(noted, resource.k8s_version, emit); });
  }
}

}  // namespace

void CheckService(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec || spec->value->kind != Kind::kMapping) {
    return;
  }
  const Text type = GetStringField(*spec, "type");
  if (const std::optional<check::ValueCursor> ports = At(*spec, "ports")) {
    CheckPorts(*ports, emit);
  }
  CheckAddresses(*spec, type, resource.k8s_version, emit);
  CheckLoadBalancer(resource, *spec, emit);
}

}  // namespace kval::kubernetes
