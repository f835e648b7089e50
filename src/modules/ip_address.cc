#include "src/modules/ip_address.h"

#include <algorithm>

#include "src/formats/format.h"
#include "src/support/ascii_text.h"
#include "src/support/check.h"

namespace kval::modules {
namespace {

constexpr size_t kGroups = 8;
constexpr size_t kMapped = 12;  // bytes in front of a mapped IPv4 address

bool Is(std::string_view name, std::string_view text) {
  const formats::FormatEntry* format = formats::Find(name);
  KVAL_CHECK(format != nullptr);
  std::string why;
  return format->check(text, &why);
}

// Four octets that are known to be fine.
void ReadOctets(std::string_view text, uint8_t* out) {
  unsigned octet = 0;
  for (const char c : text) {
    if (c == '.') {
      *out++ = static_cast<uint8_t>(octet);
      octet = 0;
    } else {
      octet = octet * 10 + static_cast<unsigned>(c - '0');
    }
  }
  *out = static_cast<uint8_t>(octet);
}

// Groups parted by colons that are known to be fine. Gives the number of bytes read.
size_t ReadGroups(std::string_view text, uint8_t* out) {
  size_t size = 0;
  while (!text.empty()) {
    const size_t colon = std::min(text.find(':'), text.size());
    const std::string_view group = text.substr(0, colon);
    text.remove_prefix(std::min(colon + 1, text.size()));
    if (group.find('.') != std::string_view::npos) {
      ReadOctets(group, out + size);
      return size + 4;
    }
    unsigned bits = 0;
    for (const char c : group) {
      bits = bits << 4U | static_cast<unsigned>(HexValue(c));
    }
    out[size++] = static_cast<uint8_t>(bits >> 8U);
    out[size++] = static_cast<uint8_t>(bits);
  }
  return size;
}

std::string HexGroup(unsigned group) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (int shift = 12; shift >= 0; shift -= 4) {
    const unsigned digit = group >> static_cast<unsigned>(shift) & 15U;
    if (digit != 0 || !text.empty() || shift == 0) {
      text += kDigits[digit];
    }
  }
  return text;
}

}  // namespace

std::optional<IpAddress> IpAddress::Parse(std::string_view text) {
  IpAddress address;
  if (Is("ipv4", text)) {
    address.bytes_[10] = address.bytes_[11] = 0xFF;
    ReadOctets(text, address.bytes_.data() + kMapped);
    return address;
  }
  if (!Is("ipv6", text)) {
    return std::nullopt;
  }
  const size_t gap = text.find("::");
  ReadGroups(text.substr(0, gap), address.bytes_.data());
  if (gap != std::string_view::npos) {
    std::array<uint8_t, 16> end = {};
    const size_t size = ReadGroups(text.substr(gap + 2), end.data());
    std::copy_n(end.begin(), size, address.bytes_.end() - static_cast<std::ptrdiff_t>(size));
  }
  return address;
}

bool IpAddress::is_ipv4() const {
  return std::all_of(bytes_.begin(), bytes_.begin() + 10, [](uint8_t byte) { return byte == 0; }) &&
         bytes_[10] == 0xFF && bytes_[11] == 0xFF;
}

std::string IpAddress::Text() const {
  std::string text;
  if (is_ipv4()) {
    for (size_t i = kMapped; i < bytes_.size(); ++i) {
      text += i == kMapped ? "" : ".";
      text += std::to_string(bytes_[i]);
    }
    return text;
  }
  std::array<unsigned, kGroups> groups;
  for (size_t i = 0; i < kGroups; ++i) {
    groups[i] = static_cast<unsigned>(bytes_[2 * i]) << 8U | bytes_[2 * i + 1];
  }
  // The first of the longest runs of two or more zeros.
  size_t gap = kGroups;
  size_t gap_size = 1;
  for (size_t begin = 0; begin < kGroups; ++begin) {
    size_t end = begin;
    while (end < kGroups && groups[end] == 0) {
      ++end;
    }
    if (end - begin > gap_size) {
      gap = begin;
      gap_size = end - begin;
    }
  }
  for (size_t i = 0; i < kGroups; ++i) {
    if (i == gap) {
      text += "::";
      i += gap_size - 1;
      continue;
    }
    text += i == 0 || text.ends_with(':') ? "" : ":";
    text += HexGroup(groups[i]);
  }
  return text;
}

IpAddress IpAddress::Masked(uint32_t bits) const {
  IpAddress masked = *this;
  for (size_t i = 0; i < masked.bytes_.size(); ++i) {
    const uint32_t kept = std::min(bits, 8U);
    masked.bytes_[i] &= static_cast<uint8_t>(0xFF00U >> kept);
    bits -= kept;
  }
  return masked;
}

std::optional<IpNetwork> IpNetwork::Parse(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view address = text.substr(0, slash);
  const std::string_view length = text.substr(slash + 1);
  const std::optional<IpAddress> host = IpAddress::Parse(address);
  if (!host || length.empty() || length.size() > 6) {
    return std::nullopt;
  }
  uint32_t bits = 0;
  for (const char c : length) {
    if (c < '0' || c > '9') {
      return std::nullopt;
    }
    bits = bits * 10 + static_cast<uint32_t>(c - '0');
  }
  const bool is_dotted = address.find(':') == std::string_view::npos;
  if (bits > (is_dotted ? 32U : 128U)) {
    return std::nullopt;
  }
  bits += is_dotted ? 96U : 0U;
  return IpNetwork{*host, host->Masked(bits), bits};
}

std::string IpNetwork::Text() const {
  const bool is_ipv4 = first.is_ipv4() && bits >= 96;
  return first.Text() + "/" + std::to_string(is_ipv4 ? bits - 96 : bits);
}

}  // namespace kval::modules
