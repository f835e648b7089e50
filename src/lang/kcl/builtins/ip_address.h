#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/support/result.h"

namespace kval::kcl::builtins {

__extension__ using Bits128 = unsigned __int128;

// An IPv4 or IPv6 address as a number of 32 or 128 bits.
struct IpAddress {
  bool is_v6 = false;
  Bits128 bits = 0;

  int width() const { return is_v6 ? 128 : 32; }
  // The 16 bits that the n-th group of an IPv6 address is written as.
  uint16_t group(int n) const { return static_cast<uint16_t>(bits >> (112 - 16 * n)); }
  // The n-th of the four bytes of an IPv4 address.
  uint8_t octet(int n) const { return static_cast<uint8_t>(bits >> (24 - 8 * n)); }
  bool is_mapped_v4() const { return is_v6 && (bits >> 32) == 0xffff; }
};

// IPv4: dotted decimal without leading zeros. IPv6: RFC 4291 without a zone.
std::optional<IpAddress> ParseIpv4(std::string_view text);
std::optional<IpAddress> ParseIpv6(std::string_view text);
std::optional<IpAddress> ParseIp(std::string_view text);
// RFC 5952.
std::string Text(const IpAddress& address);
// `::ffff:a.b.c.d`.
IpAddress Mapped(const IpAddress& v4);

bool IsLoopback(const IpAddress& address);
bool IsMulticast(const IpAddress& address);
bool IsInterfaceLocalMulticast(const IpAddress& address);
bool IsLinkLocalMulticast(const IpAddress& address);
bool IsLinkLocalUnicast(const IpAddress& address);
bool IsGlobalUnicast(const IpAddress& address);
bool IsUnspecified(const IpAddress& address);

// A network: its first address and the length of its prefix.
struct IpNetwork {
  IpAddress first;
  int length = 0;

  int host_width() const { return first.width() - length; }
  bool Contains(const IpAddress& address) const;
};

// Parses `10.0.0.0/8`; a single address is a network with one address. Errors have KCL's message.
Result<IpNetwork> ParseNetwork(std::string_view text);
std::string Text(const IpNetwork& network);

}  // namespace kval::kcl::builtins
