#include "src/lang/cel/library/library.h"
#include "src/lang/cel/network.h"

// apiserver, pkg/cel/library/{ip,cidr}.go.
namespace kval::cel {
namespace {

Value ToIp(Call& call) {
  std::string why;
  const auto ip = IpAddress::Parse(call.args[0].text(), &why);
  return ip ? Value::Of(call.context.heap().New<IpAddress>(*ip)) : call.context.Fail(why);
}

Value IsIp(Call& call) {
  std::string why;
  return Value::Bool(IpAddress::Parse(call.args[0].text(), &why).has_value());
}

Value IsCanonical(Call& call) {
  std::string why;
  const auto ip = IpAddress::Parse(call.args[0].text(), &why);
  return ip ? Value::Bool(ip->Text() == call.args[0].text()) : call.context.Fail(why);
}

Value Family(Call& call) {
  return Value::Int(call.args[0].ip().is_ipv4 ? 4 : 6);
}

template <auto Member>
Value Is(Call& call) {
  return Value::Bool((call.args[0].ip().*Member)());
}

Value ToCidr(Call& call) {
  std::string why;
  const auto cidr = IpPrefix::Parse(call.args[0].text(), &why);
  return cidr ? Value::Of(call.context.heap().New<IpPrefix>(*cidr))
              : call.context.Fail("network address parse error during conversion from string: " + why);
}

Value IsCidr(Call& call) {
  std::string why;
  return Value::Bool(IpPrefix::Parse(call.args[0].text(), &why).has_value());
}

Value ContainsIp(Call& call) {
  if (call.args[1].is(ValueKind::kIp)) {
    return Value::Bool(call.args[0].cidr().Contains(call.args[1].ip()));
  }
  std::string why;
  const auto ip = IpAddress::Parse(call.args[1].text(), &why);
  return ip ? Value::Bool(call.args[0].cidr().Contains(*ip)) : call.context.Fail(why);
}

Value ContainsCidr(Call& call) {
  if (call.args[1].is(ValueKind::kCidr)) {
    return Value::Bool(call.args[0].cidr().Contains(call.args[1].cidr()));
  }
  std::string why;
  const auto cidr = IpPrefix::Parse(call.args[1].text(), &why);
  return cidr ? Value::Bool(call.args[0].cidr().Contains(*cidr)) : call.context.Fail(why);
}

Value AddressOf(Call& call) {
  return Value::Of(call.context.heap().New<IpAddress>(call.args[0].cidr().address));
}

Value PrefixLength(Call& call) {
  return Value::Int(call.args[0].cidr().length);
}

Value Masked(Call& call) {
  IpPrefix masked = call.args[0].cidr();
  masked.address = masked.address.Masked(masked.length);
  return Value::Of(call.context.heap().New<IpPrefix>(masked));
}

uint64_t OfText(const Value& value) {
  return value.is(ValueKind::kString) ? PassCost(SizeForCost(value)) : 0;
}

uint64_t CostOfContainsIp(const Call& call, const Value&) {
  return PassCost(SizeForCost(call.args[0]) * 2) + OfText(call.args[1]);
}

uint64_t CostOfContainsCidr(const Call& call, const Value&) {
  return PassCost(SizeForCost(call.args[0]) * 2) + PassCost(SizeForCost(call.args[0])) + 1 +
         OfText(call.args[1]);
}

constexpr LibraryEntry kNetworksEntries[] = {
    {"ip", false, "string -> ip", ToIp, CostOfPass},
    {"isIP", false, "string -> bool", IsIp, CostOfPass},
    {"ip.isCanonical", false, "string -> bool", IsCanonical, CostOfTwoPasses},
    {"family", true, "ip -> int", Family},
    {"isUnspecified", true, "ip -> bool", Is<&IpAddress::IsUnspecified>},
    {"isLoopback", true, "ip -> bool", Is<&IpAddress::IsLoopback>},
    {"isLinkLocalMulticast", true, "ip -> bool", Is<&IpAddress::IsLinkLocalMulticast>},
    {"isLinkLocalUnicast", true, "ip -> bool", Is<&IpAddress::IsLinkLocalUnicast>},
    {"isGlobalUnicast", true, "ip -> bool", Is<&IpAddress::IsGlobalUnicast>},
    {"cidr", false, "string -> cidr", ToCidr, CostOfPass},
    {"isCIDR", false, "string -> bool", IsCidr, CostOfPass},
    {"containsIP", true, "cidr, string -> bool | cidr, ip -> bool", ContainsIp, CostOfContainsIp},
    {"containsCIDR", true, "cidr, string -> bool | cidr, cidr -> bool", ContainsCidr, CostOfContainsCidr},
    {"ip", true, "cidr -> ip", AddressOf},
    {"prefixLength", true, "cidr -> int", PrefixLength},
    {"masked", true, "cidr -> cidr", Masked},
};

}  // namespace

std::span<const LibraryEntry> NetworkFunctions() {
  return kNetworksEntries;
}

}  // namespace kval::cel
