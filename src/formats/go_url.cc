#include <algorithm>

#include "src/formats/scan.h"
#include "src/formats/validators.h"

// The syntax of Go's net/url ParseRequestURI: Kubernetes' `uri`. Absolute paths are URIs, anything may follow
// a scheme without a slash, and hosts are less strict than in RFC 3986.
namespace kval::formats {
namespace {

// `%XX` all through; in a host only of bytes beyond ASCII.
bool AreEscapesRight(std::string_view text, bool is_host, std::string* why) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (i + 2 >= text.size() || !IsHexDigit(text[i + 1]) || !IsHexDigit(text[i + 2])) {
        return Fail(why, "`%` is not followed by two hexadecimal digits");
      }
      if (is_host && text[i + 1] < '8' && text.substr(i, 3) != "%25") {
        return Fail(why, Quoted(text.substr(i, 3)) + " is not allowed in the host");
      }
      i += 2;
    } else if (is_host && static_cast<unsigned char>(text[i]) < 0x80 && !IsAlnum(text[i]) &&
               !IsIn(text[i], "-_.~!$&'()*+,;=:[]<>\"")) {
      return Fail(why, Character(text, i) + " is not allowed in the host");
    }
  }
  return true;
}

bool IsOptionalPort(std::string_view text, std::string* why) {
  if (text.empty()) {
    return true;
  }
  const std::string_view port = text.substr(1);
  return (text.front() == ':' && (port.empty() || AllDigits(port))) ||
         Fail(why, "the port " + Quoted(port) + " is not a number");
}

// `[address]:80`; the address may have a zone (RFC 6874).
bool IsBracketed(std::string_view host, std::string* why) {
  const size_t close = host.rfind(']');
  if (close == std::string_view::npos) {
    return Fail(why, "the address in the host lacks its `]`");
  }
  if (!IsOptionalPort(host.substr(close + 1), why)) {
    return false;
  }
  const std::string_view inside = host.substr(1, close - 1);
  const size_t zone = inside.find("%25");
  if (zone != std::string_view::npos && zone + 3 == inside.size()) {
    return Fail(why, "the zone of the address is empty");
  }
  return IsIpv6(inside.substr(0, zone), why) &&
         (zone == std::string_view::npos || AreEscapesRight(inside.substr(zone + 3), false, why));
}

// Only the last colon parts the port: lists of hosts are allowed.
bool IsHost(std::string_view host, std::string* why) {
  const size_t bracket = host.rfind('[');
  if (bracket == 0) {
    return IsBracketed(host, why);
  }
  if (bracket != std::string_view::npos) {
    return Fail(why, "`[` is not allowed in the host");
  }
  const size_t colon = host.rfind(':');
  return (colon == std::string_view::npos || IsOptionalPort(host.substr(colon), why)) &&
         AreEscapesRight(host, true, why);
}

bool IsAuthority(std::string_view authority, std::string* why) {
  const size_t at = authority.rfind('@');
  if (at == std::string_view::npos) {
    return IsHost(authority, why);
  }
  const std::string_view user = authority.substr(0, at);
  for (size_t i = 0; i < user.size(); ++i) {
    if (!IsAlnum(user[i]) && !IsIn(user[i], "-._:~!$&'()*+,;=%@")) {
      return Fail(why, Character(user, i) + " is not allowed in the user information");
    }
  }
  return IsHost(authority.substr(at + 1), why) && AreEscapesRight(user, false, why);
}

// The length of the scheme; 0 for none, npos for a colon without one.
size_t SchemeLength(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ':') {
      return i == 0 ? std::string_view::npos : i;
    }
    if (!IsLetter(text[i]) && (i == 0 || (!IsDigit(text[i]) && !IsIn(text[i], "+-.")))) {
      return 0;
    }
  }
  return 0;
}

}  // namespace

bool IsGoRequestUri(std::string_view text, std::string* why) {
  if (std::any_of(text.begin(), text.end(),
                  [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; })) {
    return Fail(why, "a control character is not allowed");
  }
  if (text.empty() || text == "*") {
    return !text.empty() || Fail(why, "the string is empty");
  }
  const size_t length = SchemeLength(text);
  if (length == std::string_view::npos) {
    return Fail(why, "there is no scheme before `:`");
  }
  std::string_view rest = length == 0 ? text : text.substr(length + 1);
  rest = rest.substr(0, rest.find('?'));
  if (!rest.starts_with('/')) {
    return length > 0 || Fail(why, "there is neither a scheme like `https:` nor a `/` at the start");
  }
  if (length > 0 && rest.starts_with("//")) {
    const size_t end = std::min(rest.find('/', 2), rest.size());
    if (!IsAuthority(rest.substr(2, end - 2), why)) {
      return false;
    }
    rest.remove_prefix(end);
  }
  return AreEscapesRight(rest, false, why);
}

}  // namespace kval::formats
