#include <algorithm>

#include "src/formats/scan.h"
#include "src/formats/validators.h"

// IPv4: RFC 2673, section 3.2 (dotted quad; a leading zero is refused, since some readers take it for octal).
// IPv6: RFC 4291, section 2.2. Networks: RFC 4632, section 3.1; host bits may be set, as in Go's ParseCIDR.
namespace kval::formats {
namespace {

constexpr size_t kGroups = 8;

bool IsOctet(std::string_view octet, std::string* why) {
  if (octet.empty()) {
    return Fail(why, "an octet between dots is empty");
  }
  for (size_t i = 0; i < octet.size(); ++i) {
    if (!IsDigit(octet[i])) {
      return Fail(why, Character(octet, i) + " is not a digit");
    }
  }
  if (octet.size() > 1 && octet.front() == '0') {
    return Fail(why, "octet " + std::string(octet.substr(0, 8)) + " has a leading zero");
  }
  if (octet.size() > 3 || Decimal(octet, 1000) > 255) {
    return Fail(why, "octet " + std::string(octet.substr(0, 20)) + " is larger than 255");
  }
  return true;
}

bool IsGroup(std::string_view group, std::string* why) {
  for (size_t i = 0; i < group.size(); ++i) {
    if (!IsHexDigit(group[i])) {
      return Fail(why, Character(group, i) + " is not a hexadecimal digit");
    }
  }
  return group.size() <= 4 || Fail(why, "group " + Quoted(group) + " has more than 4 digits");
}

// Parses groups separated by single colons; an IPv4 address may replace the last two. Sets `count`.
bool CountGroups(std::string_view text, bool may_end_in_ipv4, size_t* count, std::string* why) {
  for (size_t begin = 0; !text.empty() && begin <= text.size();) {
    const size_t end = std::min(text.find(':', begin), text.size());
    const std::string_view group = text.substr(begin, end - begin);
    if (group.empty()) {
      return Fail(why, "a group between colons is empty");
    }
    if (may_end_in_ipv4 && end == text.size() && group.find('.') != std::string_view::npos) {
      if (!IsIpv4(group, why)) {
        return false;
      }
      *count += 2;
      return true;
    }
    if (!IsGroup(group, why)) {
      return false;
    }
    ++*count;
    begin = end + 1;
  }
  return true;
}

bool IsNetwork(std::string_view text, bool (*is_address)(std::string_view, std::string*), std::string* why) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    return Fail(why, text.empty() ? "the string is empty" : "the prefix length is missing: `/24`");
  }
  const std::string_view address = text.substr(0, slash);
  const std::string_view length = text.substr(slash + 1);
  if (!is_address(address, why)) {
    return false;
  }
  const uint64_t most = address.find(':') == std::string_view::npos ? 32 : 128;
  if (!AllDigits(length)) {
    return Fail(why, "the prefix length " + Quoted(length) + " is not a number");
  }
  if (length.size() > 1 && length.front() == '0') {
    return Fail(why, "the prefix length " + Quoted(length) + " has a leading zero");
  }
  if (Decimal(length, 1000) > most) {
    return Fail(why, "the prefix length " + Quoted(length) + " is larger than " + std::to_string(most));
  }
  return true;
}

}  // namespace

bool IsIpv4(std::string_view text, std::string* why) {
  if (text.empty()) {
    return Fail(why, "the string is empty");
  }
  std::string ignored;
  if (text.find("::") != std::string_view::npos && IsIpv6(text, &ignored)) {
    return Fail(why, "this is an IPv6 address");
  }
  size_t octets = 0;
  for (size_t begin = 0; begin <= text.size(); ++octets) {
    const size_t end = std::min(text.find('.', begin), text.size());
    if (!IsOctet(text.substr(begin, end - begin), why)) {
      return false;
    }
    begin = end + 1;
  }
  return octets == 4 || Fail(why, "there are " + std::to_string(octets) + " octets instead of 4");
}

bool IsIpv6(std::string_view text, std::string* why) {
  if (text.empty()) {
    return Fail(why, "the string is empty");
  }
  if (text.find('%') != std::string_view::npos) {
    return Fail(why, "a zone (`%`) is not part of an address");
  }
  std::string ignored;
  if (text.find(':') == std::string_view::npos && IsIpv4(text, &ignored)) {
    return Fail(why, "this is an IPv4 address");
  }
  const size_t gap = text.find("::");
  size_t count = 0;
  if (gap == std::string_view::npos) {
    if (!CountGroups(text, true, &count, why)) {
      return false;
    }
    return count == kGroups || Fail(why, "there are " + std::to_string(count) + " groups instead of 8");
  }
  const std::string_view after = text.substr(gap + 2);
  if (after.find("::") != std::string_view::npos || after.starts_with(':')) {
    return Fail(why, "`::` is allowed only once");
  }
  if (!CountGroups(text.substr(0, gap), false, &count, why) || !CountGroups(after, true, &count, why)) {
    return false;
  }
  return count < kGroups || Fail(why, "there are too many groups next to `::`");
}

bool IsIp(std::string_view text, std::string* why) {
  return text.find(':') == std::string_view::npos ? IsIpv4(text, why) : IsIpv6(text, why);
}

bool IsCidr(std::string_view text, std::string* why) {
  return IsNetwork(text, IsIp, why);
}
bool IsCidrV4(std::string_view text, std::string* why) {
  return IsNetwork(text, IsIpv4, why);
}
bool IsCidrV6(std::string_view text, std::string* why) {
  return IsNetwork(text, IsIpv6, why);
}

}  // namespace kval::formats
