#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

// IP addresses as text, as Go's net/netip has them: IPv4 in four decimal numbers without leading zeros, IPv6
// as in RFC 4291 without a zone. IPv6 is written as in RFC 5952.
namespace kval {

using Ipv6Bytes = std::array<uint8_t, 16>;

// Reads four bytes. Returns false for a text that is no such address.
bool ReadIpv4(std::string_view text, uint8_t* out);
bool ReadIpv6(std::string_view text, Ipv6Bytes& out);

std::string Ipv4Text(const uint8_t* bytes);
std::string Ipv6Text(const Ipv6Bytes& bytes);

// Whether an address is `::ffff:a.b.c.d`.
bool IsIpv4InIpv6(const Ipv6Bytes& bytes);

}  // namespace kval
