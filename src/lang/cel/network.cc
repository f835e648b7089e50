#include "src/lang/cel/network.h"

#include <algorithm>

#include "src/lang/lex/cursor.h"

namespace kval::cel {
namespace {

std::string Quoted(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

// Four decimal numbers without leading zeros.
bool ParseIpv4(std::string_view text, uint8_t* out) {
  for (int i = 0; i < 4; ++i) {
    size_t digits = 0;
    uint32_t number = 0;
    while (digits < text.size() && digits < 4 && IsDigit(text[digits])) {
      number = number * 10 + static_cast<uint32_t>(text[digits++] - '0');
    }
    if (digits == 0 || number > 255 || (digits > 1 && text[0] == '0')) {
      return false;
    }
    out[i] = static_cast<uint8_t>(number);
    text.remove_prefix(digits);
    if (i < 3) {
      if (text.empty() || text[0] != '.') {
        return false;
      }
      text.remove_prefix(1);
    }
  }
  return text.empty();
}

// netip.parseIPv6.
bool ParseIpv6(std::string_view text, std::array<uint8_t, 16>& out) {
  size_t at = 0;    // of the next byte
  size_t gap = 17;  // position of `::`
  if (text.starts_with("::")) {
    gap = 0;
    text.remove_prefix(2);
    if (text.empty()) {
      return true;
    }
  }
  while (at < 16) {
    size_t digits = 0;
    uint32_t group = 0;
    while (digits < text.size() && digits < 5 && lex::DigitValue(text[digits]) < 16) {
      group = group << 4 | static_cast<uint32_t>(lex::DigitValue(text[digits++]));
    }
    if (digits == 0 || digits > 4) {
      return false;
    }
    if (digits < text.size() && text[digits] == '.') {
      if ((gap == 17 && at != 12) || at + 4 > 16 || !ParseIpv4(text, &out[at])) {
        return false;
      }
      text = {};
      at += 4;
      break;
    }
    out[at++] = static_cast<uint8_t>(group >> 8);
    out[at++] = static_cast<uint8_t>(group);
    text.remove_prefix(digits);
    if (text.empty()) {
      break;
    }
    if (text[0] != ':' || text.size() == 1) {
      return false;
    }
    text.remove_prefix(1);
    if (text[0] == ':') {
      if (gap != 17) {
        return false;
      }
      gap = at;
      text.remove_prefix(1);
      if (text.empty()) {
        break;
      }
    }
  }
  if (!text.empty()) {
    return false;
  }
  if (at < 16) {
    if (gap == 17) {
      return false;
    }
    const size_t following = at - gap;
    std::copy_backward(out.begin() + static_cast<long>(gap), out.begin() + static_cast<long>(at), out.end());
    std::fill(out.begin() + static_cast<long>(gap), out.end() - static_cast<long>(following), uint8_t{0});
    return true;
  }
  return gap == 17;
}

// Any address, IPv4 within IPv6 among it.
std::optional<IpAddress> ParseAny(std::string_view text) {
  IpAddress address;
  if (text.find(':') == std::string_view::npos) {
    address.is_ipv4 = true;
    return ParseIpv4(text, address.bytes.data()) ? std::optional(address) : std::nullopt;
  }
  return ParseIpv6(text, address.bytes) ? std::optional(address) : std::nullopt;
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

bool IsIpv4InIpv6(const IpAddress& address) {
  return !address.is_ipv4 &&
         std::all_of(address.bytes.begin(), address.bytes.begin() + 10, [](uint8_t b) { return b == 0; }) &&
         address.bytes[10] == 0xff && address.bytes[11] == 0xff;
}

// RFC 5952.
std::string Ipv6Text(const IpAddress& address) {
  const auto group = [&](size_t i) { return address.bytes[2 * i] << 8 | address.bytes[2 * i + 1]; };
  size_t gap = 8;
  size_t gap_end = 8;
  for (size_t i = 0; i < 8; ++i) {
    size_t end = i;
    while (end < 8 && group(end) == 0) {
      ++end;
    }
    if (end - i >= 2 && end - i > gap_end - gap) {
      gap = i;
      gap_end = end;
    }
  }
  std::string text;
  for (size_t i = 0; i < 8; ++i) {
    if (i == gap) {
      text += "::";
      i = gap_end - 1;
      continue;
    }
    text += text.empty() || text.back() == ':' ? "" : ":";
    bool leads = true;
    for (int shift = 12; shift >= 0; shift -= 4) {
      const int digit = group(i) >> shift & 15;
      leads = leads && digit == 0 && shift != 0;
      if (!leads) {
        text += "0123456789abcdef"[digit];
      }
    }
  }
  return text;
}

}  // namespace

std::optional<IpAddress> IpAddress::ParseLoosely(std::string_view text) {
  std::optional<IpAddress> address = ParseAny(WithoutZeros(text));
  if (address && IsIpv4InIpv6(*address)) {
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
  } else if (IsIpv4InIpv6(*address)) {
    *why = "IPv4-mapped IPv6 address " + Quoted(text) + " is not allowed";
    address.reset();
  }
  return address;
}

std::string IpAddress::Text() const {
  if (!is_ipv4) {
    return Ipv6Text(*this);
  }
  return std::to_string(bytes[0]) + "." + std::to_string(bytes[1]) + "." + std::to_string(bytes[2]) + "." +
         std::to_string(bytes[3]);
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
  if (IsIpv4InIpv6(*address)) {
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
