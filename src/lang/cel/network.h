#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kval::cel {

// An IP address with the semantics of Go's netip.Addr, without zones: IPv4 and IPv6 addresses are never
// equal.
struct IpAddress {
  std::array<uint8_t, 16> bytes = {};  // of IPv4: the first four
  bool is_ipv4 = false;

  // Parses like Go up to 1.17: numbers may have leading zeros, and an IPv4-mapped IPv6 address is an IPv4
  // address.
  static std::optional<IpAddress> ParseLoosely(std::string_view text);
  // Returns nullopt and sets `why` for an invalid address. Rejects zones and IPv4-mapped IPv6 addresses.
  static std::optional<IpAddress> Parse(std::string_view text, std::string* why);

  std::string Text() const;
  uint32_t bits() const { return is_ipv4 ? 32 : 128; }
  // Returns the address with all bits after the first `length` cleared.
  IpAddress Masked(uint32_t length) const;
  bool IsUnspecified() const;
  bool IsLoopback() const;
  bool IsLinkLocalMulticast() const;
  bool IsLinkLocalUnicast() const;
  bool IsGlobalUnicast() const;

  friend bool operator==(const IpAddress&, const IpAddress&) = default;
};

// An address and a prefix length, with the semantics of Go's netip.Prefix: bits after the prefix may be set.
struct IpPrefix {
  IpAddress address;
  uint32_t length = 0;

  static std::optional<IpPrefix> Parse(std::string_view text, std::string* why);

  std::string Text() const { return address.Text() + "/" + std::to_string(length); }
  bool Contains(const IpAddress& ip) const;
  bool Contains(const IpPrefix& other) const;

  friend bool operator==(const IpPrefix&, const IpPrefix&) = default;
};

}  // namespace kval::cel
