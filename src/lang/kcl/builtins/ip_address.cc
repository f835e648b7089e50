#include "src/lang/kcl/builtins/ip_address.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "src/support/ip_text.h"
#include "src/support/substitute.h"

namespace kval::kcl::builtins {
namespace {

std::optional<unsigned> ParseLength(std::string_view text) {
  unsigned number = 0;
  if (text.empty() || text.size() > 3) {
    return std::nullopt;
  }
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole ? std::optional<unsigned>(number) : std::nullopt;
}

struct Block {
  uint32_t first;
  int length;
};

// Networks whose IPv4 addresses are not global: RFC 6890 as in KCL.
constexpr Block kNotGlobal[] = {
    {0x00000000, 8},   // this network
    {0x0A000000, 8},   // private
    {0x64400000, 10},  // shared
    {0x7F000000, 8},   // loopback
    {0xA9FE0000, 16},  // link-local
    {0xAC100000, 12},  // private
    {0xC0000000, 24},  // protocol assignments
    {0xC0000200, 24},  // documentation
    {0xC0A80000, 16},  // private
    {0xC6120000, 15},  // benchmarking
    {0xC6336400, 24},  // documentation
    {0xCB007100, 24},  // documentation
    {0xF0000000, 4},   // reserved and broadcast
};

bool IsGlobalV4(uint32_t bits) {
  if (bits == 0xC0000009 || bits == 0xC000000A) {
    return true;
  }
  return std::ranges::none_of(
      kNotGlobal, [&](const Block& block) { return ((bits ^ block.first) >> (32 - block.length)) == 0; });
}

bool IsGlobalV6(const IpAddress& address) {
  if ((address.group(0) & 0xe000U) == 0x2000) {
    bool is_documentation = address.group(0) == 0x2001 && address.group(1) == 0xdb8;
    bool is_benchmarking = address.group(0) == 0x2001 && address.group(1) == 2 && address.group(2) == 0;
    return !is_documentation && !is_benchmarking;
  }
  constexpr Bits128 kNat64 = Bits128{0x0064ff9b} << 64;
  uint32_t v4 = static_cast<uint32_t>(address.bits);
  return (address.bits >> 32) == kNat64 && IsGlobalV4(v4) && (v4 >> 28U) != 0xe;
}

Bits128 Mask(int width, int length) {
  if (length == 0) {
    return 0;
  }
  Bits128 all = width == 128 ? ~Bits128{0} : (Bits128{1} << width) - 1;
  return all ^ (length == width ? Bits128{0} : (Bits128{1} << (width - length)) - 1);
}

}  // namespace

std::optional<IpAddress> ParseIpv4(std::string_view text) {
  std::array<uint8_t, 4> bytes{};
  if (!ReadIpv4(text, bytes.data())) {
    return std::nullopt;
  }
  IpAddress address;
  for (const uint8_t byte : bytes) {
    address.bits = (address.bits << 8) | byte;
  }
  return address;
}

std::optional<IpAddress> ParseIpv6(std::string_view text) {
  Ipv6Bytes bytes{};
  if (!ReadIpv6(text, bytes)) {
    return std::nullopt;
  }
  IpAddress address{true, 0};
  for (const uint8_t byte : bytes) {
    address.bits = (address.bits << 8) | byte;
  }
  return address;
}

std::optional<IpAddress> ParseIp(std::string_view text) {
  std::optional<IpAddress> v4 = ParseIpv4(text);
  return v4 ? v4 : ParseIpv6(text);
}

std::string Text(const IpAddress& address) {
  if (!address.is_v6) {
    return Substitute("{}.{}.{}.{}", int{address.octet(0)}, int{address.octet(1)}, int{address.octet(2)},
                      int{address.octet(3)});
  }
  if (address.is_mapped_v4()) {
    return "::ffff:" + Text(IpAddress{false, address.bits & 0xffffffffU});
  }
  Ipv6Bytes bytes{};
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(address.bits >> (120 - 8 * i));
  }
  return Ipv6Text(bytes);
}

IpAddress Mapped(const IpAddress& v4) {
  return {true, (Bits128{0xffff} << 32) | v4.bits};
}

bool IsLoopback(const IpAddress& address) {
  return address.is_v6 ? address.bits == 1 : address.octet(0) == 127;
}

bool IsMulticast(const IpAddress& address) {
  return address.is_v6 ? (address.bits >> 120) == 0xff : (address.octet(0) >> 4U) == 0xe;
}

bool IsInterfaceLocalMulticast(const IpAddress& address) {
  return address.is_v6 && (address.group(0) & 0xff0fU) == 0xff01;
}

bool IsLinkLocalMulticast(const IpAddress& address) {
  return address.is_v6 ? (address.group(0) & 0xff0fU) == 0xff02 : (address.bits >> 8) == 0xe00000;
}

bool IsLinkLocalUnicast(const IpAddress& address) {
  return address.is_v6 ? (address.group(0) & 0xffc0U) == 0xfe80 : (address.bits >> 16) == 0xa9fe;
}

bool IsGlobalUnicast(const IpAddress& address) {
  return address.is_v6 ? IsGlobalV6(address)
                       : IsGlobalV4(static_cast<uint32_t>(address.bits)) && !IsMulticast(address);
}

bool IsUnspecified(const IpAddress& address) {
  return address.bits == 0;
}

bool IpNetwork::Contains(const IpAddress& address) const {
  return address.is_v6 == first.is_v6 && (address.bits & Mask(first.width(), length)) == first.bits;
}

Result<IpNetwork> ParseNetwork(std::string_view text) {
  size_t slash = text.find('/');
  std::optional<IpAddress> address = ParseIp(text.substr(0, slash));
  if (!address) {
    return Failure{"couldn't parse address in network: invalid IP address syntax"};
  }
  if (slash == std::string_view::npos) {
    return IpNetwork{*address, address->width()};
  }
  std::optional<unsigned> length = ParseLength(text.substr(slash + 1));
  if (!length || *length > 255) {
    return Failure{slash + 1 == text.size()
                       ? "couldn't parse length in network: cannot parse integer from empty string"
                       : "couldn't parse length in network: invalid digit found in string"};
  }
  if (*length > static_cast<unsigned>(address->width())) {
    return Failure{
        Substitute("invalid length for network: Network length {} is too long for {} (maximum: {})", *length,
                   address->is_v6 ? "Ipv6" : "Ipv4", address->width())};
  }
  IpNetwork network{*address, static_cast<int>(*length)};
  if (!network.Contains(*address)) {
    return Failure{"host part of address was not zero"};
  }
  return network;
}

std::string Text(const IpNetwork& network) {
  return Text(network.first) + "/" + std::to_string(network.length);
}

}  // namespace kval::kcl::builtins
