#include "src/lang/kcl/builtins/cidr.h"

#include <optional>

#include "src/support/substitute.h"

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

}  // namespace

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

}  // namespace kval::kcl::builtins
