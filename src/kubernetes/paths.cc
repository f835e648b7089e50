#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/names.h"
#include "src/kubernetes/report_at.h"
#include "src/lang/cel/url.h"
#include "src/support/ascii.h"
#include "src/support/take_part.h"

// Formats of paths, addresses and names of hosts that rules of fields refer to.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

bool AreDigits(Text text, size_t at, size_t count) {
  const Text digits = text.substr(std::min(at, text.size()), count);
  return digits.size() == count && digits.find_first_not_of("0123456789") == Text::npos;
}

// `iqn.2015-02.example.com:test`; the regular expressions of validateISCSIVolumeSource.
bool IsQualified(Text name) {
  constexpr size_t kYear = 4;
  constexpr size_t kMonth = 9;
  constexpr size_t kDomain = 12;
  if (!name.starts_with("iqn.") || !AreDigits(name, kYear, 4) || !AreDigits(name, kMonth, 2) ||
      name.size() <= kDomain || name[kMonth - 1] != '-' || name[kDomain - 1] != '.') {
    return false;
  }
  const Text rest = name.substr(kDomain);
  const size_t colon = rest.find(':');
  const Text domain = rest.substr(0, colon);
  const Text target = colon == Text::npos ? Text() : rest.substr(colon + 1);
  return !domain.empty() && !target.empty() && target.find_first_of(",;*&$| \t\n\f\r") == Text::npos &&
         std::all_of(domain.begin(), domain.end(), [](char c) { return IsAlnum(c) || c == '-' || c == '.'; });
}

bool IsInitiator(Text name) {
  constexpr size_t kPrefix = 4;
  constexpr size_t kEui = 16;
  constexpr size_t kNaa = 32;
  if (name.starts_with("iqn")) {
    return IsQualified(name);
  }
  const size_t digits = name.starts_with("eui") ? kEui : name.starts_with("naa") ? kNaa : 0;
  return digits > 0 && name.size() == kPrefix + digits &&
         std::all_of(name.begin() + kPrefix, name.end(), IsAlnum);
}

// `host:port`, as Go's net.SplitHostPort takes it apart.
bool IsHostWithPort(Text text) {
  const bool has_brackets = text.starts_with('[');
  const size_t colon = has_brackets ? text.find("]:") : text.find(':');
  return colon != Text::npos && text.find_first_of("[]:", colon + (has_brackets ? 2 : 1)) == Text::npos &&
         (has_brackets || text.find_first_of("[]") == Text::npos);
}

// Returns a domain without the underscores that a relaxed search domain may have: one before a label, and any
// number within it.
std::string ReplaceUnderscores(Text domain) {
  std::string replaced;
  for (size_t i = 0; i < domain.size(); ++i) {
    const bool is_first = i == 0 || domain[i - 1] == '.';
    const bool is_last = i + 1 == domain.size() || domain[i + 1] == '.';
    if (domain[i] != '_' || (is_first && is_last)) {
      replaced += domain[i];
    } else if (!is_first) {
      replaced += is_last ? '_' : '-';
    }
  }
  return replaced;
}

}  // namespace

std::string GetParentError(Text path) {
  const bool has_parent =
      path == ".." || path.starts_with("../") || path.find("/../") != Text::npos || path.ends_with("/..");
  return has_parent ? "it contains `..`" : "";
}

std::string GetRelativePathError(Text path) {
  return path.starts_with('/') ? "it begins with `/`" : "";
}

std::string GetPathInVolumeError(Text path) {
  const std::string why = GetRelativePathError(path);
  return why.empty() ? GetParentError(path) : why;
}

std::string GetLocalProfileError(Text path) {
  return path.starts_with('/')          ? "it must be relative"
         : GetParentError(path).empty() ? ""
                                        : "it contains `..`";
}

// ValidateAppArmorProfileField
std::string GetAppArmorProfileError(Text profile) {
  constexpr size_t kLongest = 4095;
  constexpr Text kSpaces = " \t\r\n";
  const bool has_spaces = !profile.empty() && (kSpaces.find(profile.front()) != Text::npos ||
                                               kSpaces.find(profile.back()) != Text::npos);
  return profile.empty()             ? "it is empty"
         : has_spaces                ? "it has spaces before or after it"
         : profile.size() > kLongest ? "it is longer than 4095 bytes"
                                     : "";
}

// Returns the refused part.
std::string GetIngressPathError(Text path) {
  for (const Text part : {Text("//"), Text("/./"), Text("/../"), Text("%2f"), Text("%2F")}) {
    if (path.starts_with('/') && path.find(part) != Text::npos) {
      return std::string(part);
    }
  }
  return {};
}

// Returns the refused end.
std::string GetIngressPathEndError(Text path) {
  return !path.starts_with('/') || !GetIngressPathError(path).empty() ? ""
         : path.ends_with("/..")                                      ? "/.."
         : path.ends_with("/.")                                       ? "/."
                                                                      : "";
}

// Components of URLs without resources: ValidateNonResourceURLPath.
std::string GetUrlPathError(Text path) {
  const auto stars = std::count(path.begin(), path.end(), '*');
  const bool is_suspicious = path.find(' ') != Text::npos || path.find("//") != Text::npos || stars > 1 ||
                             (stars == 1 && !path.ends_with("/*"));
  return path.starts_with('/') && path != "/" && is_suspicious ? "it is no path" : "";
}

std::string GetPathOfWebhookError(Text path) {
  Text rest = path;
  if (rest.empty() || rest == "/") {
    return {};
  }
  if (!rest.starts_with('/')) {
    return "it must begin with `/`";
  }
  rest.remove_suffix(rest.size() > 2 && rest.ends_with('/') ? 1 : 0);
  while (!rest.empty()) {
    const Text step = rest.substr(1, rest.find('/', 1) - 1);
    rest.remove_prefix(1 + step.size());
    const std::string why =
        step.empty() ? "a part between slashes is empty" : GetFormatError("dns1123-subdomain", step);
    if (!why.empty()) {
      return why;
    }
  }
  return {};
}

std::string GetAddressOfWebhookError(Text text) {
  std::string why;
  const std::optional<cel::Url> url = cel::Url::Parse(text, &why);
  return !url                       ? why
         : url->Scheme() != "https" ? "it must begin with `https://`"
         : url->host.empty()        ? "it has no host"
         : !url->user.empty()       ? "it names a user"
         : !url->query.empty()      ? "a query is not allowed"
         : !url->fragment.empty()   ? "a fragment is not allowed"
                                    : std::string();
}

std::string GetInitiatorError(Text name) {
  return IsInitiator(name) ? "" : "it is no name of a node";
}

std::string GetHostPortsError(Text text) {
  bool are_hosts = !text.ends_with(',');
  for (Text rest = text; !rest.empty();) {
    const Text one = TakePart(rest, ',');
    are_hosts = are_hosts && IsHostWithPort(one);
  }
  return are_hosts ? "" : "it is no list of hosts";
}

std::string GetDomainError(Text text) {
  return GetFormatError("dns1123-subdomain", text.substr(0, text.size() - (text.ends_with('.') ? 1 : 0)));
}

std::string GetTlsHostError(Text text) {
  if (const size_t scheme = text.find("://"); scheme != Text::npos) {
    return "a host has no scheme: remove `" + std::string(text.substr(0, scheme + 3)) + "`";
  }
  return GetFormatError("dns1123-subdomain", text.substr(text.starts_with("*.") ? 2 : 0));
}

std::string GetSearchDomainError(Text text) {
  return text == "." ? std::string() : GetDomainError(ReplaceUnderscores(text));
}

}  // namespace kval::kubernetes
