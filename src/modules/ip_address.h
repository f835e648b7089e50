#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kval::modules {

// An IP address as Go's net.IP has it: always 16 bytes, those of IPv4 mapped into IPv6 (RFC 4291, section
// 2.5.5.2), so that `::ffff:1.2.3.4` and `1.2.3.4` are the same address.
class IpAddress {
 public:
  // Returns nullopt for an invalid address. Zones are not supported.
  static std::optional<IpAddress> Parse(std::string_view text);

  bool is_ipv4() const;
  // `10.0.0.1`, or RFC 5952's text for IPv6.
  std::string Text() const;
  // Returns the address with all bits after the first `bits` of 128 cleared.
  IpAddress Masked(uint32_t bits) const;

 private:
  std::array<uint8_t, 16> bytes_ = {};
};

// `address/length`: the address and the network that it is in.
struct IpNetwork {
  // Returns nullopt for an invalid network.
  static std::optional<IpNetwork> Parse(std::string_view text);

  // `10.0.0.0/8`
  std::string Text() const;

  IpAddress host;     // as written
  IpAddress first;    // the address of the network
  uint32_t bits = 0;  // of 128
};

}  // namespace kval::modules
