#include "src/lang/cel/network.h"

#include <algorithm>

#include "src/lang/lex/cursor.h"
#include "src/support/ip_text.h"

namespace kval::cel {
namespace {

std::string Quoted(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

// Any address, IPv4 within IPv6 among it.
std::optional<IpAddress> ParseAny(std::string_view text) {
  IpAddress address;
  if (text.find(':') == std::string_view::npos) {
    address.is_ipv4 = true;
    return ReadIpv4(text, address.bytes.data()) ? std::optional(address) : std::nullopt;
  }
  return ReadIpv6(text, address.bytes) ? std::optional(address) : std::nullopt;
}

// Without the zeros before a number.
std::string WithoutZeros(std::string_view text) {
  const auto is_digit = [&](size_t i) { return i < text.size() && lex::DigitValue(text[i]) < 16; };
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_first = out.empty() || lex::DigitValue(out.back()) >= 16;
    if (text[i] != '0' || !is_first || !is_digit(i + 1)) {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

std::optional<IpAddress> IpAddress::ParseLoosely(std::string_view text) {
  std::optional<IpAddress> address = ParseAny(WithoutZeros(text));
  if (address && !address->is_ipv4 && IsIpv4InIpv6(address->bytes)) {
    IpAddress within;
    within.is_ipv4 = true;
    std::copy(address->bytes.begin() + 12, address->bytes.end(), within.bytes.begin());
    address = within;
  }
  return address;
}

std::optional<IpAddress> IpAddress::Parse(std::string_view text, std::string* why) {
  if (text.find('%') != std::string_view::npos) {
    *why = "IP address " + Quoted(text) + " with zone value is not allowed";
    return std::nullopt;
  }
  auto address = ParseAny(text);
  if (!address) {
    *why = "IP Address " + Quoted(text) + " parse error during conversion from string: ParseAddr(" +
           Quoted(text) + "): unable to parse IP";
  } else if (!address->is_ipv4 && IsIpv4InIpv6(address->bytes)) {
    *why = "IPv4-mapped IPv6 address " + Quoted(text) + " is not allowed";
    address.reset();
  }
  return address;
}

std::string IpAddress::Text() const {
  return is_ipv4 ? Ipv4Text(bytes.data()) : Ipv6Text(bytes);
}

IpAddress IpAddress::Masked(uint32_t length) const {
  IpAddress masked = *this;
  for (uint32_t i = 0; i < bits() / 8; ++i) {
    const uint32_t kept = length > i * 8 ? std::min(length - i * 8, 8u) : 0;
    masked.bytes[i] = static_cast<uint8_t>(masked.bytes[i] & (0xff00u >> kept));
  }
  return masked;
}

bool IpAddress::IsUnspecified() const {
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t b) { return b == 0; });
}

bool IpAddress::IsLoopback() const {
  if (is_ipv4) {
    return bytes[0] == 127;
  }
  return std::all_of(bytes.begin(), bytes.end() - 1, [](uint8_t b) { return b == 0; }) && bytes[15] == 1;
}

bool IpAddress::IsLinkLocalMulticast() const {
  return is_ipv4 ? bytes[0] == 224 && bytes[1] == 0 && bytes[2] == 0
                 : bytes[0] == 0xff && (bytes[1] & 0x0f) == 2;
}

bool IpAddress::IsLinkLocalUnicast() const {
  return is_ipv4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80;
}

bool IpAddress::IsGlobalUnicast() const {
  const bool is_broadcast =
      is_ipv4 && std::all_of(bytes.begin(), bytes.begin() + 4, [](uint8_t b) { return b == 255; });
  const bool is_multicast = is_ipv4 ? (bytes[0] & 0xf0) == 0xe0 : bytes[0] == 0xff;
  return !is_broadcast && !IsUnspecified() && !IsLoopback() && !is_multicast && !IsLinkLocalUnicast();
}

std::optional<IpPrefix> IpPrefix::Parse(std::string_view text, std::string* why) {
  const size_t slash = text.rfind('/');
  *why = "network address parse error during conversion from string: netip.ParsePrefix(" + Quoted(text) + ")";
  if (slash == std::string_view::npos) {
    *why += ": no '/'";
    return std::nullopt;
  }
  const auto address = ParseAny(text.substr(0, slash));
  const std::string_view digits = text.substr(slash + 1);
  uint32_t length = 0;
  for (const char c : digits.substr(0, 4)) {
    length = IsDigit(c) ? length * 10 + static_cast<uint32_t>(c - '0') : 1000;
  }
  const bool is_number = !digits.empty() && digits.size() <= 3 && (digits.size() == 1 || digits[0] != '0');
  if (!address || !is_number || length > address->bits()) {
    *why += address ? ": bad bits after slash: " + Quoted(digits) : ": unable to parse IP";
    return std::nullopt;
  }
  if (!address->is_ipv4 && IsIpv4InIpv6(address->bytes)) {
    *why = "IPv4-mapped IPv6 address " + Quoted(text) + " is not allowed";
    return std::nullopt;
  }
  return IpPrefix{*address, length};
}

bool IpPrefix::Contains(const IpAddress& ip) const {
  return ip.is_ipv4 == address.is_ipv4 && ip.Masked(length) == address.Masked(length);
}

bool IpPrefix::Contains(const IpPrefix& other) const {
  return length <= other.length && Contains(other.address);
}

}  // namespace kval::cel
