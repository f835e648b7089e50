#include "src/lang/kcl/builtins/ip_address.h"

#include <array>
#include <charconv>

#include "src/support/substitute.h"

namespace kval::kcl::builtins {
namespace {

std::optional<unsigned> ParseNumber(std::string_view text, int base, size_t max_digits) {
  unsigned number = 0;
  if (text.empty() || text.size() > max_digits) {
    return std::nullopt;
  }
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole ? std::optional<unsigned>(number) : std::nullopt;
}

// The groups of one side of `::`; the last may be an IPv4 address, which counts as two. -1 when malformed.
int ParseGroups(std::string_view text, std::array<uint16_t, 8>& groups) {
  int count = 0;
  while (!text.empty()) {
    size_t colon = text.find(':');
    std::string_view part = text.substr(0, colon);
    if (count >= 8) {
      return -1;
    }
    if (colon == std::string_view::npos && part.find('.') != std::string_view::npos) {
      std::optional<IpAddress> v4 = ParseIpv4(part);
      if (!v4 || count > 6) {
        return -1;
      }
      groups[static_cast<size_t>(count++)] = static_cast<uint16_t>(v4->bits >> 16);
      groups[static_cast<size_t>(count++)] = static_cast<uint16_t>(v4->bits);
      return count;
    }
    std::optional<unsigned> group = ParseNumber(part, 16, 4);
    if (!group) {
      return -1;
    }
    groups[static_cast<size_t>(count++)] = static_cast<uint16_t>(*group);
    if (colon == std::string_view::npos) {
      return count;
    }
    text.remove_prefix(colon + 1);
    if (text.empty()) {
      return -1;
    }
  }
  return count;
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
  for (const Block& block : kNotGlobal) {
    if (((bits ^ block.first) >> (32 - block.length)) == 0) {
      return false;
    }
  }
  return true;
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
  IpAddress address;
  for (int i = 0; i < 4; ++i) {
    size_t dot = i < 3 ? text.find('.') : text.size();
    if (dot == std::string_view::npos) {
      return std::nullopt;
    }
    std::string_view part = text.substr(0, dot);
    std::optional<unsigned> octet = ParseNumber(part, 10, 3);
    if (!octet || *octet > 255 || (part.size() > 1 && part[0] == '0')) {
      return std::nullopt;
    }
    address.bits = (address.bits << 8) | *octet;
    text.remove_prefix(i < 3 ? dot + 1 : dot);
  }
  return address;
}

std::optional<IpAddress> ParseIpv6(std::string_view text) {
  size_t gap = text.find("::");
  std::array<uint16_t, 8> left{};
  std::array<uint16_t, 8> right{};
  int left_count = ParseGroups(text.substr(0, gap), left);
  int right_count = gap == std::string_view::npos ? 0 : ParseGroups(text.substr(gap + 2), right);
  bool is_complete = gap == std::string_view::npos ? left_count == 8 : left_count + right_count < 8;
  bool has_v4_before_gap =
      gap != std::string_view::npos && text.substr(0, gap).find('.') != std::string_view::npos;
  if (left_count < 0 || right_count < 0 || !is_complete || has_v4_before_gap) {
    return std::nullopt;
  }
  IpAddress address{true, 0};
  for (int i = 0; i < 8; ++i) {
    int from_right = i - (8 - right_count);
    uint16_t group = i < left_count    ? left[static_cast<size_t>(i)]
                     : from_right >= 0 ? right[static_cast<size_t>(from_right)]
                                       : uint16_t{0};
    address.bits = (address.bits << 16) | group;
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
  int gap = -1;
  int gap_size = 1;  // a single zero group is written out
  for (int i = 0; i < 8; ++i) {
    int size = 0;
    while (i + size < 8 && address.group(i + size) == 0) {
      ++size;
    }
    if (size > gap_size) {
      gap = i;
      gap_size = size;
    }
  }
  std::string text;
  for (int i = 0; i < 8; ++i) {
    if (i == gap) {
      text += "::";
      i += gap_size - 1;
      continue;
    }
    if (!text.empty() && text.back() != ':') {
      text += ':';
    }
    char digits[8];
    auto [end, error] = std::to_chars(digits, digits + sizeof(digits), address.group(i), 16);
    text.append(digits, end);
  }
  return text;
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
  std::optional<unsigned> length = ParseNumber(text.substr(slash + 1), 10, 3);
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
