#include <algorithm>

#include "src/formats/checks.h"
#include "src/formats/scan.h"

// RFC 3986, section 3 and appendix A.
namespace kval::formats {
namespace {

constexpr std::string_view kUnreserved = "-._~";
constexpr std::string_view kSubDelims = "!$&'()*+,;=";

bool HasOnly(std::string_view part, std::string_view extra, std::string_view name, std::string* why) {
  for (size_t i = 0; i < part.size(); ++i) {
    if (part[i] == '%') {
      if (i + 2 >= part.size() || !IsHex(part[i + 1]) || !IsHex(part[i + 2])) {
        return Fail(why, "`%` in the " + std::string(name) + " is not followed by two hexadecimal digits");
      }
      i += 2;
    } else if (!IsAlnum(part[i]) && !IsIn(part[i], kUnreserved) && !IsIn(part[i], kSubDelims) &&
               !IsIn(part[i], extra)) {
      return Fail(why, Character(part, i) + " is not allowed in the " + std::string(name));
    }
  }
  return true;
}

bool IsHost(std::string_view host, std::string* why) {
  if (!host.starts_with('[')) {
    return HasOnly(host, "", "host", why);
  }
  if (!host.ends_with(']')) {
    return Fail(why, "the address in the host lacks its `]`");
  }
  host = host.substr(1, host.size() - 2);
  if (host.starts_with('v') || host.starts_with('V')) {
    return HasOnly(host, ":", "host", why);
  }
  return IsIpv6(host, why);
}

bool IsAuthority(std::string_view authority, std::string* why) {
  const size_t at = authority.find('@');
  if (at != std::string_view::npos) {
    if (!HasOnly(authority.substr(0, at), ":", "user information", why)) {
      return false;
    }
    authority.remove_prefix(at + 1);
  }
  const size_t bracket = authority.rfind(']');
  const size_t colon = authority.rfind(':');
  if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
    const std::string_view port = authority.substr(colon + 1);
    if (!port.empty() && !AllDigits(port)) {
      return Fail(why, "the port " + Quoted(port) + " is not a number");
    }
    if (Decimal(port, 65536) > 65535) {
      return Fail(why, "the port " + Quoted(port) + " is larger than 65535");
    }
    authority = authority.substr(0, colon);
  }
  return IsHost(authority, why);
}

// The length of the scheme, or 0 when there is none.
size_t SchemeLength(std::string_view text) {
  const size_t end = text.find_first_of(":/?#");
  if (end == std::string_view::npos || text[end] != ':' || !IsAlpha(text.front())) {
    return 0;
  }
  for (const char c : text.substr(0, end)) {
    if (!IsAlnum(c) && !IsIn(c, "+-.")) {
      return 0;
    }
  }
  return end;
}

// What follows the scheme.
bool IsRest(std::string_view rest, bool has_scheme, std::string* why) {
  const size_t hash = rest.find('#');
  if (hash != std::string_view::npos) {
    if (!HasOnly(rest.substr(hash + 1), ":@/?", "fragment", why)) {
      return false;
    }
    rest = rest.substr(0, hash);
  }
  const size_t question = rest.find('?');
  if (question != std::string_view::npos) {
    if (!HasOnly(rest.substr(question + 1), ":@/?", "query", why)) {
      return false;
    }
    rest = rest.substr(0, question);
  }
  if (rest.starts_with("//")) {
    const size_t end = std::min(rest.find('/', 2), rest.size());
    if (!IsAuthority(rest.substr(2, end - 2), why)) {
      return false;
    }
    rest.remove_prefix(end);
  }
  if (!has_scheme && rest.substr(0, rest.find('/')).find(':') != std::string_view::npos) {
    return Fail(why, "the first segment of a relative path has a `:`");
  }
  return HasOnly(rest, ":@/", "path", why);
}

}  // namespace

bool IsUri(std::string_view text, std::string* why) {
  const size_t scheme = text.empty() ? 0 : SchemeLength(text);
  if (scheme == 0) {
    return Fail(why, text.empty() ? "the text is empty" : "there is no scheme like `https:` at the start");
  }
  return IsRest(text.substr(scheme + 1), true, why);
}

bool IsUriReference(std::string_view text, std::string* why) {
  const size_t scheme = text.empty() ? 0 : SchemeLength(text);
  return IsRest(scheme == 0 ? text : text.substr(scheme + 1), scheme != 0, why);
}

}  // namespace kval::formats
