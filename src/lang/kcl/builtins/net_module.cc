#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/ip_address.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/host_name.h"
#include "src/support/result.h"
#include "src/support/substitute.h"

// The module `net`. Source: kcl crates/runtime/src/net/mod.rs.
namespace kval::kcl::builtins {
namespace {

Result<int> GrownLength(const IpNetwork& network, int64_t bits) {
  if (bits < 0) {
    return Failure{"invalid additional_bits: cannot be negative"};
  }
  if (bits > network.host_width()) {
    return Failure{Substitute(
        "invalid additional_bits: would extend network length to {} bits, which is too long for {}",
        bits > 1000 ? bits : network.length + bits, network.first.is_v6 ? "IPv6" : "IPv4")};
  }
  return network.length + static_cast<int>(bits);
}

// The first subnet of that length that shares no address with those `taken`.
std::optional<IpNetwork> FirstFree(const IpNetwork& network, int length, std::span<const IpNetwork> taken) {
  IpNetwork subnet{network.first, length};
  Bits128 size = subnet.host_width() == 128 ? 0 : Bits128{1} << subnet.host_width();
  for (bool moved = true; moved;) {
    moved = false;
    for (const IpNetwork& other : taken) {
      if (!other.Contains(subnet.first) && !subnet.Contains(other.first)) {
        continue;
      }
      Bits128 from = other.length < length ? other.first.bits : subnet.first.bits;
      Bits128 next = from + (other.length < length ? Bits128{1} << other.host_width() : size);
      bool is_beyond = next <= from || (!network.first.is_v6 && (next >> 32) != 0);
      subnet.first.bits = next;
      moved = true;
      if (is_beyond || !network.Contains(subnet.first)) {
        return std::nullopt;
      }
    }
  }
  return subnet;
}

// Returns an address of the network. Negative numbers count from its end.
Result<IpAddress> HostOf(const IpNetwork& network, int64_t number) {
  uint64_t distance = number < 0 ? static_cast<uint64_t>(-(number + 1)) : static_cast<uint64_t>(number);
  int width = network.host_width();
  if (width < 64 && (uint64_t{1} << width) <= distance) {
    return Failure{
        Substitute("prefix of {} does not accommodate a host numbered {}", network.length, number)};
  }
  Bits128 last_offset = width == 128 ? ~Bits128{0} : (Bits128{1} << width) - 1;
  IpAddress host = network.first;
  host.bits += number < 0 ? last_offset - distance : Bits128{distance};
  return host;
}

// Returns the subnet with this number if the prefix is extended by `bits`.
Result<IpNetwork> SubnetOf(const IpNetwork& network, int64_t bits, uint64_t number) {
  Result<int> length = GrownLength(network, bits);
  if (!length) {
    return length.failure();
  }
  if (bits < 64 && number >= (uint64_t{1} << bits)) {
    return Failure{Substitute("additional_bits of {} does not accommodate a net_num of {}", bits, number)};
  }
  IpNetwork subnet{network.first, *length};
  if (number > 0) {
    subnet.first.bits += Bits128{number} << subnet.host_width();
  }
  return subnet;
}

// Returns, for each prefix extension, the first subnet that does not overlap the previous ones.
Result<std::vector<IpNetwork>> SubnetsOf(const IpNetwork& network, std::span<const int64_t> bits) {
  std::vector<IpNetwork> subnets;
  for (int64_t growth : bits) {
    Result<int> length = GrownLength(network, growth);
    if (!length) {
      return length.failure();
    }
    if (network.first.is_v6 && growth > 63) {
      return Failure{"invalid additional_bits: cannot extend more than 63 bits"};
    }
    std::optional<IpNetwork> subnet = FirstFree(network, *length, subnets);
    if (!subnet) {
      return Failure{
          Substitute("not enough remaining address space for a subnet with a prefix of {} bits after {}",
                     *length, subnets.empty() ? Text(network) : Text(subnets.back()))};
    }
    subnets.push_back(*subnet);
  }
  return subnets;
}

using runtime::CallArgs;
using runtime::Kind;
using runtime::Runtime;
using runtime::Value;

template <bool (*Test)(const IpAddress&)>
Value Is(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, call.function).String(0, "ip");
  if (!text) {
    return {};
  }
  std::optional<IpAddress> address = ParseIp(*text);
  return runtime::Bool(address && Test(*address));
}

bool IsAny(const IpAddress&) {
  return true;
}
bool IsV4(const IpAddress& address) {
  return !address.is_v6;
}
bool IsV6(const IpAddress& address) {
  return address.is_v6;
}

Value IpString(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, "IP_string").String(0, "ip");
  if (!text) {
    return {};
  }
  std::optional<IpAddress> address = ParseIp(*text);
  return String(runtime.heap(), address ? Text(*address) : "");
}

// KCL gives the reason as the result of the function, not as a failure.
Value ToIp4(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, "to_IP4").String(0, "ip");
  if (!text) {
    return {};
  }
  std::optional<IpAddress> address = ParseIp(*text);
  if (!address) {
    return String(
        runtime.heap(),
        Substitute("can not both parse {} to ipv6 and ipv4,err:invalid IPv6 address syntax", *text));
  }
  bool is_compatible = address->is_v6 && (address->bits >> 32) == 0;
  if (address->is_v6 && !address->is_mapped_v4() && !is_compatible) {
    return String(runtime.heap(), Substitute("can not parse {} ipv6 to ipv4!", *text));
  }
  return String(runtime.heap(), Text(IpAddress{false, address->bits & 0xffffffffU}));
}

Value ToIp6(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, "to_IP6").String(0, "ip");
  if (!text) {
    return {};
  }
  std::optional<IpAddress> address = ParseIp(*text);
  if (!address) {
    return String(
        runtime.heap(),
        Substitute("can not both parse {} to ipv6 and ipv4,err:invalid IPv4 address syntax", *text));
  }
  return String(runtime.heap(), Text(address->is_v6 ? *address : Mapped(*address)));
}

// Why `text` is no `host:port` with the last colon at `colon`; empty when it is one.
std::string EndPointError(std::string_view text, size_t colon) {
  if (colon == std::string_view::npos) {
    return "missing port";
  }
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[')) {
    size_t end = text.find(']');
    if (end == std::string_view::npos) {
      return "missing ']'";
    }
    if (end > host.size() || !text.substr(end + 1).starts_with(':')) {
      return "missing port";
    }
    if (end + 1 < host.size()) {
      return "too many colons";
    }
    return text.find('[', 1) != std::string_view::npos         ? "unexpected '['"
           : text.find(']', end + 1) != std::string_view::npos ? "unexpected ']'"
                                                               : "";
  }
  return host.find(':') != std::string_view::npos   ? "too many colons"
         : text.find('[') != std::string_view::npos ? "unexpected '['"
         : text.find(']') != std::string_view::npos ? "unexpected ']'"
                                                    : "";
}

Value SplitHostPort(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text =
      Arguments(runtime, call, "split_host_port").String(0, "ip_end_point");
  if (!text) {
    return {};
  }
  size_t colon = text->rfind(':');
  std::string error = EndPointError(*text, colon);
  if (!error.empty()) {
    return runtime.Fail(Substitute("ip_end_point \"{}\" {}", *text, error));
  }
  std::string_view host = text->substr(0, colon);
  if (host.starts_with('[')) {
    host = host.substr(1, host.size() - 2);
  }
  const Value parts[] = {String(runtime.heap(), host), String(runtime.heap(), text->substr(colon + 1))};
  return MakeList(runtime.heap(), parts);
}

Value JoinHostPort(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "join_host_port");
  const Value* given = args.Any(0, "host");
  const Value* port = args.Any(1, "port");
  if (given == nullptr || port == nullptr) {
    return {};
  }
  const std::string host = runtime::Text(*given);
  const bool has_colon = given->is(Kind::kString) && host.find(':') != std::string::npos;
  return String(runtime.heap(), Substitute(has_colon ? "[{}]:{}" : "{}:{}", host, runtime::Text(*port)));
}

// Returns the name of this machine; a given name is returned unchanged, without a network lookup.
Value Fqdn(Runtime& runtime, const CallArgs& call) {
  std::string_view name = Arguments(runtime, call, "fqdn").StringOr(0, "name", "");
  if (!MayAct(runtime, "net.fqdn")) {
    return {};
  }
  if (!name.empty()) {
    return String(runtime.heap(), name);
  }
  return String(runtime.heap(), GetHostName());
}

Value ParseCidr(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, "parse_CIDR").String(0, "cidr");
  if (!text) {
    return {};
  }
  runtime::DictBuilder dict(&runtime.heap());
  if (Result<IpNetwork> network = ParseNetwork(*text)) {
    dict.Set("ip", String(runtime.heap(), Text(network->first)));
    dict.Set("mask", runtime::Int(network->length));
  }
  return dict.BuildValue();
}

// The network that an argument names; fails with the function's name before the reason.
std::optional<IpNetwork> NetworkArg(Arguments& args, size_t index, const std::string& function) {
  std::optional<std::string_view> text = args.String(index, "cidr");
  if (!text) {
    return std::nullopt;
  }
  Result<IpNetwork> network = ParseNetwork(*text);
  if (!network) {
    args.Fail(function + "() invalid cidr: " + network.failure().message);
    return std::nullopt;
  }
  return *network;
}

Value IsIpInCidr(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "is_IP_in_CIDR");
  std::optional<std::string_view> text = args.String(0, "ip");
  if (!text) {
    return {};
  }
  std::optional<IpAddress> address = ParseIp(*text);
  if (!address) {
    return runtime.Fail("is_IP_in_CIDR() invalid ip: invalid IP address syntax");
  }
  std::optional<IpNetwork> network = NetworkArg(args, 1, "is_IP_in_CIDR");
  if (!network) {
    return {};
  }
  bool needs_mapping = network->first.is_v6 && !address->is_v6;
  return runtime::Bool(network->Contains(needs_mapping ? Mapped(*address) : *address));
}

Value CidrHost(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "CIDR_host");
  std::optional<IpNetwork> network = NetworkArg(args, 0, "CIDR_host");
  std::optional<int64_t> number = args.Int(1, "host_num");
  if (!network || !number) {
    return {};
  }
  Result<IpAddress> host = HostOf(*network, *number);
  return host ? String(runtime.heap(), Text(*host)) : runtime.Fail("CIDR_host() " + host.failure().message);
}

Value CidrNetmask(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "CIDR_netmask");
  std::optional<IpNetwork> network = NetworkArg(args, 0, "CIDR_netmask");
  if (!network) {
    return {};
  }
  if (network->first.is_v6) {
    return runtime.Fail("CIDR_netmask() IPv6 addresses cannot have a netmask");
  }
  uint64_t mask = (uint64_t{0xffffffff} << network->host_width()) & 0xffffffffU;
  return String(runtime.heap(), Text(IpAddress{false, mask}));
}

Value CidrSubnet(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "CIDR_subnet");
  std::optional<IpNetwork> network = NetworkArg(args, 0, "CIDR_subnet");
  std::optional<int64_t> bits = args.Int(1, "additional_bits");
  std::optional<int64_t> number = args.Int(2, "net_num");
  if (!network || !bits || !number) {
    return {};
  }
  if (*number < 0) {
    return runtime.Fail("CIDR_subnet() invalid net_num: cannot be negative");
  }
  Result<IpNetwork> subnet = SubnetOf(*network, *bits, static_cast<uint64_t>(*number));
  return subnet ? String(runtime.heap(), Text(*subnet))
                : runtime.Fail("CIDR_subnet() " + subnet.failure().message);
}

Value CidrSubnets(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "CIDR_subnets");
  std::optional<IpNetwork> network = NetworkArg(args, 0, "CIDR_subnets");
  const Value* list = args.Any(1, "additional_bits");
  if (!network || list == nullptr || !list->is(Kind::kList)) {
    return {};
  }
  std::vector<int64_t> bits;
  for (const Value& item : list->items()) {
    if (!item.is(Kind::kInt)) {
      return runtime.Fail("CIDR_subnets() additional_bits must be integers");
    }
    bits.push_back(item.integer);
  }
  Result<std::vector<IpNetwork>> subnets = SubnetsOf(*network, bits);
  if (!subnets) {
    return runtime.Fail("CIDR_subnets() " + subnets.failure().message);
  }
  std::vector<Value> strings;
  for (const IpNetwork& subnet : *subnets) {
    strings.push_back(String(runtime.heap(), Text(subnet)));
  }
  return MakeList(runtime.heap(), strings);
}

constexpr Native kNetFunctions[] = {
    {"CIDR_host", CidrHost},
    {"CIDR_netmask", CidrNetmask},
    {"CIDR_subnet", CidrSubnet},
    {"CIDR_subnets", CidrSubnets},
    {"split_host_port", SplitHostPort},
    {"join_host_port", JoinHostPort},
    {"fqdn", Fqdn},
    {"parse_IP", IpString},
    {"IP_string", IpString},
    {"to_IP4", ToIp4},
    {"to_IP6", ToIp6},
    {"is_IPv4", Is<IsV4>},
    {"is_IPv6", Is<IsV6>},
    {"is_IP", Is<IsAny>},
    {"is_loopback_IP", Is<IsLoopback>},
    {"is_multicast_IP", Is<IsMulticast>},
    {"is_interface_local_multicast_IP", Is<IsInterfaceLocalMulticast>},
    {"is_link_local_multicast_IP", Is<IsLinkLocalMulticast>},
    {"is_link_local_unicast_IP", Is<IsLinkLocalUnicast>},
    {"is_global_unicast_IP", Is<IsGlobalUnicast>},
    {"is_unspecified_IP", Is<IsUnspecified>},
    {"parse_CIDR", ParseCidr},
    {"is_IP_in_CIDR", IsIpInCidr},
};

}  // namespace

std::span<const Native> NetNatives() {
  return kNetFunctions;
}

}  // namespace kval::kcl::builtins
