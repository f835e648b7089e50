#include "src/modules/url_reference.h"

#include <algorithm>
#include <utility>

#include "src/modules/ip_address.h"
#include "src/modules/percent_encoding.h"
#include "src/support/ascii.h"
#include "src/support/ascii_text.h"

namespace kval::modules {

using starlark::EvalFailure;
using starlark::Outcome;
using starlark::Status;

namespace {

bool IsIn(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

// Parts `text` at the first `separator`; the second part is empty when there is none.
std::pair<std::string_view, std::string_view> Cut(std::string_view text, char separator) {
  const size_t at = text.find(separator);
  if (at == std::string_view::npos) {
    return {text, {}};
  }
  return {text.substr(0, at), text.substr(at + 1)};
}

bool IsOptionalPort(std::string_view port) {
  return port.empty() || (port.front() == ':' &&
                          std::all_of(port.begin() + 1, port.end(), [](char c) { return IsDigit(c); }));
}

EvalFailure BadPort(std::string_view port) {
  return EvalFailure("invalid port \"" + std::string(port) + "\" after host");
}

// The size of the scheme, 0 when there is none; fails for a colon at the start.
Outcome<size_t> SchemeSize(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (IsLetter(text[i]) || (i > 0 && (IsDigit(text[i]) || IsIn(text[i], "+-.")))) {
      continue;
    }
    if (text[i] != ':') {
      return size_t{0};
    }
    return i > 0 ? Outcome<size_t>(i) : EvalFailure("missing protocol scheme");
  }
  return size_t{0};
}

// Brackets contain IPv6 addresses only, including IPv4-mapped ones.
Status ExpectIpv6(std::string_view host) {
  const size_t zone = host.find('%');
  const std::string_view address = host.substr(0, zone);
  const bool is_address = IpAddress::Parse(address).has_value() && zone + 1 != host.size();
  if (is_address && address.find(':') != std::string_view::npos) {
    return starlark::Success{};
  }
  return is_address && zone == std::string_view::npos
             ? EvalFailure("invalid IP-literal")
             : EvalFailure(
                   starlark::MakeMessage("invalid host: ParseAddr(\"", host, "\"): unable to parse IP"));
}

// `[fe80::1%25en0]:80`, where the zone has separate escapes (RFC 6874).
Outcome<std::string> ReadLiteralHost(std::string_view host) {
  const size_t end = host.rfind(']');
  if (end == std::string_view::npos) {
    return EvalFailure("missing ']' in host");
  }
  const std::string_view port = host.substr(end + 1);
  if (!IsOptionalPort(port)) {
    return BadPort(port);
  }
  const std::string_view inside = host.substr(1, end - 1);
  const size_t zone = std::min(inside.find("%25"), inside.size());
  Outcome<std::string> address = PercentDecode(inside.substr(0, zone), UrlPart::kHost);
  if (!address.ok()) {
    return address;
  }
  Outcome<std::string> rest = PercentDecode(inside.substr(zone), UrlPart::kZone);
  if (!rest.ok()) {
    return rest;
  }
  const std::string decoded = *address + *rest;
  if (Status valid = ExpectIpv6(decoded); !valid.ok()) {
    return valid.Pass();
  }
  return "[" + decoded + "]" + std::string(port);
}

Outcome<std::string> ReadHost(std::string_view host) {
  if (const size_t bracket = host.rfind('['); bracket != std::string_view::npos) {
    return bracket == 0 ? ReadLiteralHost(host) : EvalFailure("invalid IP-literal");
  }
  if (const size_t colon = host.rfind(':'); colon != std::string_view::npos) {
    if (!IsOptionalPort(host.substr(colon))) {
      return BadPort(host.substr(colon));
    }
  }
  return PercentDecode(host, UrlPart::kHost);
}

Outcome<UrlUser> ReadUser(std::string_view text) {
  const bool is_valid = std::all_of(text.begin(), text.end(), [](char c) {
    return IsLetter(c) || IsDigit(c) || IsIn(c, "-._:~!$&'()*+,;=%@");
  });
  if (!is_valid) {
    return EvalFailure("net/url: invalid userinfo");
  }
  const auto [name, password] = Cut(text, ':');
  UrlUser user;
  Outcome<std::string> decoded = PercentDecode(name, UrlPart::kUserPassword);
  if (!decoded.ok()) {
    return decoded.Pass();
  }
  user.name = std::move(*decoded);
  if (name.size() < text.size()) {
    decoded = PercentDecode(password, UrlPart::kUserPassword);
    if (!decoded.ok()) {
      return decoded.Pass();
    }
    user.password = std::move(*decoded);
  }
  return user;
}

Status ReadAuthority(std::string_view authority, UrlReference& url) {
  const size_t at = authority.rfind('@');
  Outcome<std::string> host = ReadHost(at == std::string_view::npos ? authority : authority.substr(at + 1));
  if (!host.ok()) {
    return host.Pass();
  }
  url.host = std::move(*host);
  if (at != std::string_view::npos) {
    Outcome<UrlUser> user = ReadUser(authority.substr(0, at));
    if (!user.ok()) {
      return user.Pass();
    }
    url.user = std::move(*user);
  }
  return starlark::Success{};
}

// Decodes `written` and remembers it when it is not how the decoded text is escaped.
Status ReadEscaped(std::string_view written, UrlPart part, std::string& decoded, std::string& raw) {
  Outcome<std::string> text = PercentDecode(written, part);
  if (!text.ok()) {
    return text.Pass();
  }
  decoded = std::move(*text);
  if (PercentEncode(decoded, part) != written) {
    raw = written;
  }
  return starlark::Success{};
}

// Returns `raw` if all its characters are allowed there, else the escaped decoded text.
std::string Escaped(const std::string& decoded, const std::string& raw, UrlPart part) {
  const bool is_valid = !raw.empty() && std::all_of(raw.begin(), raw.end(), [part](char c) {
    return IsIn(c, "!$&'()*+,;=:@[]%") || !NeedsPercentEncoding(c, part);
  });
  return is_valid ? raw : PercentEncode(decoded, part);
}

bool FirstSegmentHasColon(std::string_view path) {
  return Cut(path, '/').first.find(':') != std::string_view::npos;
}

// Everything but the fragment.
Outcome<UrlReference> ReadWithoutFragment(std::string_view text) {
  if (std::any_of(text.begin(), text.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; })) {
    return EvalFailure("net/url: invalid control character in URL");
  }
  UrlReference url;
  if (text == "*") {
    url.path = "*";
    return url;
  }
  Outcome<size_t> scheme = SchemeSize(text);
  if (!scheme.ok()) {
    return scheme.Pass();
  }
  std::string_view rest = text;
  if (*scheme > 0) {
    url.scheme = LowerCased(text.substr(0, *scheme));
    rest = text.substr(*scheme + 1);
  }
  url.has_empty_query = rest.ends_with('?') && std::count(rest.begin(), rest.end(), '?') == 1;
  const auto [before_query, query] = Cut(rest, '?');
  rest = before_query;
  url.query = query;
  if (!rest.starts_with('/')) {
    if (!url.scheme.empty()) {
      url.opaque = rest;
      return url;
    }
    if (FirstSegmentHasColon(rest)) {
      return EvalFailure("first path segment in URL cannot contain colon");
    }
  }
  if (rest.starts_with("//") && (!url.scheme.empty() || !rest.starts_with("///"))) {
    const size_t slash = std::min(rest.find('/', 2), rest.size());
    if (Status read = ReadAuthority(rest.substr(2, slash - 2), url); !read.ok()) {
      return read.Pass();
    }
    rest = rest.substr(slash);
  } else {
    url.omits_host = !url.scheme.empty();
  }
  if (Status read = ReadEscaped(rest, UrlPart::kPath, url.path, url.raw_path); !read.ok()) {
    return read.Pass();
  }
  return url;
}

}  // namespace

std::string UrlUser::Text() const {
  std::string text = PercentEncode(name, UrlPart::kUserPassword);
  if (password) {
    text += ":" + PercentEncode(*password, UrlPart::kUserPassword);
  }
  return text;
}

Outcome<UrlReference> UrlReference::Parse(std::string_view text) {
  const auto [before, fragment] = Cut(text, '#');
  Outcome<UrlReference> url = ReadWithoutFragment(before);
  if (!url.ok()) {
    return EvalFailure(starlark::MakeMessage("parse \"", before, "\": " + url.error().message));
  }
  Status read = ReadEscaped(fragment, UrlPart::kFragment, (*url).fragment, (*url).raw_fragment);
  if (!read.ok()) {
    return EvalFailure(starlark::MakeMessage("parse \"", text, "\": " + read.error().message));
  }
  return url;
}

std::string UrlReference::Text() const {
  std::string text;
  if (!scheme.empty()) {
    text = scheme + ":";
  }
  if (!opaque.empty()) {
    text += opaque;
  } else {
    const bool has_authority = !host.empty() || user.has_value();
    if (has_authority || (!scheme.empty() && !path.empty() && !omits_host)) {
      text += "//";
    }
    text += user ? user->Text() + "@" : "";
    text += PercentEncode(host, UrlPart::kHost);
    const std::string written =
        path == "*" && raw_path.empty() ? path : Escaped(path, raw_path, UrlPart::kPath);
    if (!written.empty() && written.front() != '/' && !host.empty()) {
      text += '/';
    }
    if (text.empty() && FirstSegmentHasColon(written)) {
      text += "./";
    }
    text += written;
  }
  if (has_empty_query || !query.empty()) {
    text += "?" + query;
  }
  if (!fragment.empty()) {
    text += "#" + Escaped(fragment, raw_fragment, UrlPart::kFragment);
  }
  return text;
}

std::string UrlReference::Hostname() const {
  std::string_view name = host;
  const size_t colon = name.rfind(':');
  if (colon != std::string_view::npos && IsOptionalPort(name.substr(colon))) {
    name = name.substr(0, colon);
  }
  if (name.starts_with('[') && name.ends_with(']')) {
    name = name.substr(1, name.size() - 2);
  }
  return std::string(name);
}

}  // namespace kval::modules
