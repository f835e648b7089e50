#include "src/support/ip_text.h"

#include <algorithm>

#include "src/support/ascii_text.h"

namespace kval {

bool ReadIpv4(std::string_view text, uint8_t* out) {
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
bool ReadIpv6(std::string_view text, Ipv6Bytes& out) {
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
    while (digits < text.size() && digits < 5 && IsHexDigit(text[digits])) {
      group = group << 4 | static_cast<uint32_t>(HexValue(text[digits++]));
    }
    if (digits == 0 || digits > 4) {
      return false;
    }
    if (digits < text.size() && text[digits] == '.') {
      if ((gap == 17 && at != 12) || at + 4 > 16 || !ReadIpv4(text, &out[at])) {
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

std::string Ipv4Text(const uint8_t* bytes) {
  return std::to_string(bytes[0]) + "." + std::to_string(bytes[1]) + "." + std::to_string(bytes[2]) + "." +
         std::to_string(bytes[3]);
}

std::string Ipv6Text(const Ipv6Bytes& bytes) {
  const auto group = [&](size_t i) { return bytes[2 * i] << 8 | bytes[2 * i + 1]; };
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

bool IsIpv4InIpv6(const Ipv6Bytes& bytes) {
  return std::all_of(bytes.begin(), bytes.begin() + 10, [](uint8_t b) { return b == 0; }) &&
         bytes[10] == 0xff && bytes[11] == 0xff;
}

}  // namespace kval
