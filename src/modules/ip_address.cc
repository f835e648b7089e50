#include "src/modules/ip_address.h"

#include <algorithm>

#include "src/support/ip_text.h"

namespace kval::modules {
constexpr size_t kMapped = 12;  // bytes in front of a mapped IPv4 address

std::optional<IpAddress> IpAddress::Parse(std::string_view text) {
  IpAddress address;
  if (ReadIpv4(text, address.bytes_.data() + kMapped)) {
    address.bytes_[10] = address.bytes_[11] = 0xFF;
    return address;
  }
  address.bytes_ = {};
  return ReadIpv6(text, address.bytes_) ? std::optional(address) : std::nullopt;
}

bool IpAddress::is_ipv4() const {
  return IsIpv4InIpv6(bytes_);
}

std::string IpAddress::Text() const {
  return is_ipv4() ? Ipv4Text(bytes_.data() + kMapped) : Ipv6Text(bytes_);
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
