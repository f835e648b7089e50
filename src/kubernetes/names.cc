#include "src/kubernetes/names.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "src/kubernetes/addresses.h"
#include "src/kubernetes/downward_api.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/report_at.h"
#include "src/lang/cel/network.h"
#include "src/support/ascii.h"
#include "src/support/ascii_text.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

std::string ErrorIf(bool is_wrong, Text error) {
  return is_wrong ? std::string(error) : std::string();
}

bool HasControl(Text text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

// A name as in C.
bool IsIdentifier(Text text) {
  return !text.empty() && !IsDigit(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return IsAlnum(c) || c == '_'; });
}

// `v1`, `apps/v1`: an optional group and a version.
std::string GetApiVersionError(Text text) {
  const size_t slash = text.find('/');
  const Text group = slash == Text::npos ? Text() : text.substr(0, slash);
  const std::string why = GetFormatError("dns1035-label", text.substr(slash == Text::npos ? 0 : slash + 1));
  return !why.empty() || group.empty() ? why : GetFormatError("dns1123-subdomain", group);
}

// A domain with a path, `example.com/name`: apimachinery, pkg/util/validation, IsDomainPrefixedPath.
std::string GetDomainPathError(Text text, size_t longest) {
  const size_t slash = text.find('/');
  const Text path = slash == Text::npos ? Text() : text.substr(slash + 1);
  if (path.empty() || slash == 0) {
    return "it must be a domain and a path, such as `example.com/name`";
  }
  const bool has_suspicious = std::any_of(path.begin(), path.end(), [](char c) {
    return !IsAlnum(c) && Text("/-._~%!$&'()*+,;=:").find(c) == Text::npos;
  });
  return has_suspicious          ? "the path has a character that is not allowed"
         : text.size() > longest ? "it is longer than " + std::to_string(longest) + " characters"
                                 : GetFormatError("dns1123-subdomain", text.substr(0, slash));
}

// `gpu.example.com/model`: a domain, and a name as in C.
std::string GetDeviceAttributeError(Text name) {
  const size_t slash = name.find('/');
  if (slash == Text::npos) {
    return "it must be a domain and a name, parted by a slash";
  }
  const Text domain = name.substr(0, slash), rest = name.substr(slash + 1);
  if (rest.find('/') != Text::npos) {
    return {};  // the API server takes those
  }
  const std::string why =
      domain.empty() ? "the domain is empty" : GetFormatError("dns1123-subdomain", domain);
  return !why.empty() || IsIdentifier(rest) ? why
                                            : "after the slash only letters, digits and `_` are allowed";
}

// `model` or `gpu.example.com/model`: a name as in C, which may have a domain.
std::string GetDevicePartError(Text name) {
  constexpr size_t kLongest = 32;
  constexpr size_t kLongestDomain = 63;
  const size_t slash = name.find('/');
  const Text domain = slash == Text::npos ? Text() : name.substr(0, slash);
  const Text rest = slash == Text::npos ? name : name.substr(slash + 1);
  const std::string why = domain.size() > kLongestDomain ? "its domain has more than 63 characters"
                          : slash != Text::npos ? GetFormatError("dns1123-subdomain", LowerCased(domain))
                                                : std::string();
  return !why.empty()             ? why
         : !IsIdentifier(rest)    ? "letters, digits and `_` are allowed, and no digit first"
         : rest.size() > kLongest ? "it has more than 32 characters"
                                  : std::string();
}

// Domains, joined by slashes.
std::string GetPoolError(Text name) {
  for (Text rest = name;;) {
    const size_t slash = rest.find('/');
    std::string why = GetFormatError("dns1123-subdomain", rest.substr(0, slash));
    if (!why.empty() || slash == Text::npos) {
      return why;
    }
    rest.remove_prefix(slash + 1);
  }
}

// apimachinery, pkg/api/validate, ExtendedResourceName.
std::string GetExtendedResourceError(Text name) {
  const Text domain = name.substr(0, name.find('/'));
  const bool is_of_kubernetes = domain == "kubernetes.io" || domain.ends_with(".kubernetes.io");
  return name.find('/') == Text::npos    ? "it requires a domain: `example.com/name`"
         : is_of_kubernetes              ? "the domain kubernetes.io is reserved"
         : name.starts_with("requests.") ? "it must not begin with `requests.`"
                                         : GetFormatError("qualified-name", name);
}

// `MyFeature` or `MyFeature/part`.
std::string GetFeatureError(Text name) {
  constexpr size_t kLongest = 253;
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  bool starts = true;
  bool is_name = !name.empty() && is_upper(name.front()) && name.back() != '/' && name.size() <= kLongest;
  for (const char c : name) {
    is_name = is_name && (IsLetter(c) || (!starts && (IsDigit(c) || c == '/')));
    starts = c == '/';
  }
  return ErrorIf(!is_name, "it is no name");
}

// pkg/apis/core/validation, validateFinalizerName.
std::string GetFinalizerError(Text text) {
  const bool is_standard = text == "kubernetes" || text == "orphan" || text == "foregroundDeletion";
  return is_standard                    ? std::string()
         : text.find('/') == Text::npos ? "a domain must precede it, as in `example.com/name`"
                                        : GetFormatError("qualified-name", text);
}

// A time with microseconds (apimachinery, pkg/apis/meta/v1, MicroTime), if it is a valid time.
std::string GetMicroTimeError(Text text) {
  constexpr size_t kSeconds = Text("2024-01-01T00:00:00").size();
  constexpr size_t kDigits = 6;
  if (text.empty() || !GetFormatError("date-time", text).empty()) {
    return {};
  }
  const Text rest = text.substr(kSeconds);
  const size_t digits = rest.starts_with('.') ? rest.find_first_not_of("0123456789", 1) - 1 : 0;
  return ErrorIf(digits != kDigits, "it has no microseconds");
}

// Options of a volume outside of Kubernetes' own domains.
std::string GetOptionError(Text name) {
  const std::string domain = "." + LowerCased(name.substr(0, name.find('/')));
  return ErrorIf(domain.ends_with(".kubernetes.io") || domain.ends_with(".k8s.io"), "its domain is reserved");
}

std::string GetPrintableError(Text name) {
  const auto* wrong =
      std::find_if(name.begin(), name.end(), [](char c) { return c == '=' || c < ' ' || c > '~'; });
  return wrong == name.end() ? ""
         : *wrong == '='     ? "`=` ends a name"
                             : "only printable ASCII characters are allowed";
}

std::string GetUserAnnotationError(Text key) {
  return key.find('/') == Text::npos ? "it must have a domain, as in `example.com/name`"
                                     : GetFormatError("qualified-name", LowerCased(key));
}

std::string GetWebhookError(Text name) {
  const std::string why = GetFormatError("dns1123-subdomain", name);
  return why.empty() ? ErrorIf(std::count(name.begin(), name.end(), '.') < 2,
                               "it must have three parts, joined by dots")
                     : why;
}

// pkg/apis/core/validation, IsValidSysctlName: parts joined by dots or slashes.
std::string GetSysctlError(Text name) {
  constexpr size_t kLongest = 253;
  const auto is_inner = [](char c) { return IsDigit(c) || (c >= 'a' && c <= 'z'); };
  for (Text rest = name;;) {
    const size_t end = rest.find_first_of("./");
    const Text part = rest.substr(0, end);
    const bool is_part =
        !part.empty() && is_inner(part.front()) && is_inner(part.back()) &&
        std::all_of(part.begin(), part.end(), [&](char c) { return is_inner(c) || c == '-' || c == '_'; });
    if (!is_part || end == Text::npos) {
      return ErrorIf(!is_part || name.size() > kLongest, "it is no name");
    }
    rest.remove_prefix(end + 1);
  }
}

// Parameters of what processes share: memory, messages, semaphores (component-helpers, sysctl namespaces).
std::string GetHostMessagesError(Text name) {
  std::string dotted(name);
  if (const size_t first = name.find_first_of("./"); first != Text::npos && name[first] == '/') {
    std::replace(dotted.begin(), dotted.end(), '/', '.');
  }
  return ErrorIf(dotted == "kernel.sem" || dotted.starts_with("kernel.shm") ||
                     dotted.starts_with("kernel.msg") || dotted.starts_with("fs.mqueue."),
                 "it is the host's");
}

// The name of a bundle of a signer begins with that of the signer: `example.com:name:bundle`.
std::string GetProjectedBundleError(Text name) {
  const size_t last = name.rfind(':');
  std::string signer(last == Text::npos ? Text() : name.substr(0, last));
  if (const size_t first = signer.find(':'); first != std::string::npos) {
    signer[first] = '/';
  }
  return GetTrustBundleNameError(name, signer);
}

std::string GetWindowsUserError(Text text) {
  constexpr size_t kLongestUser = 104;
  constexpr size_t kLongestDomain = 255;
  constexpr size_t kLongestNetBios = 15;
  const size_t slash = text.find('\\');
  const Text domain = slash == Text::npos ? Text() : text.substr(0, slash);
  const Text user = slash == Text::npos ? text : text.substr(slash + 1);
  const bool is_net_bios = !domain.empty() && domain.size() <= kLongestNetBios && domain.front() != '.' &&
                           domain.find_first_of("/:*?\"<>|") == Text::npos;
  return HasControl(text)                 ? "it has control characters"
         : user.find('\\') != Text::npos  ? "it has more than one backslash"
         : domain.size() > kLongestDomain ? "its domain is longer than 255 characters"
         : slash != Text::npos && !is_net_bios &&
                 !GetFormatError("dns1123-subdomain", LowerCased(domain)).empty()
             ? "its domain is not a NetBIOS or DNS name"
         : user.empty()                               ? "the user after the domain is empty"
         : user.size() > kLongestUser                 ? "the user has more than 104 characters"
         : user.find_first_not_of(". ") == Text::npos ? "the user has only dots and spaces"
         : user.find_first_of("\"/:;|=,+*?<>@[]") != Text::npos
             ? "the characters `\"/:;|=,+*?<>@[]` are not allowed"
             : "";
}

// A percentage up to 100%; other strings are left to their format.
std::string GetShareError(Text text) {
  return ErrorIf(PercentOf(text).value_or(0) > 100, "it is above 100%");
}

// The value of `controller.kubernetes.io/pod-deletion-cost`.
std::string GetDeletionCostError(Text text) {
  int32_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return ErrorIf(!is_number || (text.size() > 1 && text.front() == '0'), "it is none");
}

std::string GetSeccompAnnotationError(Text profile) {
  if (profile == "runtime/default" || profile == "docker/default" || profile == "unconfined") {
    return {};
  }
  constexpr Text kLocal = "localhost/";
  return profile.starts_with(kLocal) ? GetLocalProfileError(profile.substr(kLocal.size()))
                                     : "`runtime/default`, `unconfined` and `localhost/…` are";
}

// The name of a signer of certificates, `example.com/name`.
std::string GetSignerNameError(Text text) {
  constexpr size_t kLongest = 571;
  const size_t slash = text.find('/');
  if (slash == Text::npos || text.find('/', slash + 1) != Text::npos) {
    return "it must be a domain and a path, such as `example.com/name`";
  }
  const Text domain = text.substr(0, slash);
  if (domain.find('.') == Text::npos) {
    return "the domain must have a dot";
  }
  for (Text rest = domain;; rest.remove_prefix(rest.find('.') + 1)) {
    if (const std::string why = GetFormatError("dns1123-label", rest.substr(0, rest.find('.')));
        !why.empty()) {
      return "a part of the domain is not a label: " + why;
    }
    if (rest.find('.') == Text::npos) {
      break;
    }
  }
  const std::string why = GetFormatError("dns1123-subdomain", domain);
  // Each part of the path may be as long as a domain.
  for (Text rest = text.substr(slash + 1); why.empty(); rest.remove_prefix(rest.find('.') + 1)) {
    if (const std::string error = GetFormatError("dns1123-subdomain", rest.substr(0, rest.find('.')));
        !error.empty()) {
      return "a part of the path is not a name: " + error;
    }
    if (rest.find('.') == Text::npos) {
      break;
    }
  }
  return !why.empty() ? why : text.size() > kLongest ? "it is longer than 571 characters" : std::string();
}

// pkg/apis/admissionregistration/validation, isCELIdentifier.
std::string GetVariableNameError(std::string_view text) {
  constexpr std::array<std::string_view, 21> kReserved = {
      "as",       "break",   "const",  "continue", "else", "false", "for",
      "function", "if",      "import", "in",       "let",  "loop",  "namespace",
      "null",     "package", "return", "true",     "var",  "void",  "while"};
  if (!IsIdentifier(text)) {
    return "letters, digits and `_` are allowed, and no digit first";
  }
  const bool is_reserved = std::find(kReserved.begin(), kReserved.end(), text) != kReserved.end();
  return is_reserved ? "it is a word of CEL" : std::string();
}

struct NamedCheck {
  Text name;
  std::string (*check)(Text text);
};
constexpr NamedCheck kChecks[] = {
    {"api-version", GetApiVersionError},
    {"apparmor-profile", GetAppArmorProfileError},
    {"audit-key", [](Text text) { return GetFormatError("qualified-name", "policy/" + std::string(text)); }},
    {"config-option", GetOptionError},
    {"container-amount", [](Text text) { return ErrorIf(!IsContainerAmount(text), "it is none"); }},
    {"container-resource",
     [](Text text) { return ErrorIf(!IsContainerResource(std::string(text)), "it is none"); }},
    {"csi-driver",
     [](Text text) {
       return text.size() > 63 ? "it has more than 63 characters"
                               : GetFormatError("dns1123-subdomain", LowerCased(text));
     }},
    {"deletion-cost", GetDeletionCostError},
    {"device-attribute", GetDeviceAttributeError},
    {"device-part", GetDevicePartError},
    {"domain", GetDomainError},
    {"domain-path-250", [](Text text) { return GetDomainPathError(text, 250); }},
    {"domain-path-63", [](Text text) { return GetDomainPathError(text, 63); }},
    {"dotted-domain",
     [](Text text) {
       return ErrorIf(
           text.find('.') == Text::npos && !text.empty() && GetFormatError("dns1123-subdomain", text).empty(),
           "it has no dot");
     }},
    {"extended-resource", GetExtendedResourceError},
    {"external-address", [](Text text) { return std::string(SpecialAddress(text)); }},
    {"feature", GetFeatureError},
    {"file",
     [](Text text) {
       return ErrorIf(text.starts_with("..") && GetParentError(text).empty(), "it is reserved");
     }},
    {"finalizer", GetFinalizerError},
    {"grouped",
     [](Text text) {
       return ErrorIf(text.find('/') == Text::npos || text.rfind('/') == 0, "it has no API group");
     }},
    {"host-messages", GetHostMessagesError},
    {"host-network",
     [](Text text) {
       return ErrorIf(text.starts_with("net.") || text.starts_with("net/"), "it is the host's");
     }},
    {"host-ports", GetHostPortsError},
    {"http-header",
     [](Text text) {
       return ErrorIf(!std::all_of(text.begin(), text.end(), [](char c) { return IsAlnum(c) || c == '-'; }),
                      "letters, digits and `-` are allowed");
     }},
    {"ingress-host",
     [](Text text) {
       return cel::IpAddress::ParseLoosely(text) ? "it is an address, not a name" : GetTlsHostError(text);
     }},
    {"ingress-path", GetIngressPathError},
    {"ingress-path-end", GetIngressPathEndError},
    {"ingress-tls-host", GetTlsHostError},
    {"initiator", GetInitiatorError},
    {"kind",
     [](Text text) {
       return text.empty() ? std::string() : GetFormatError("dns1035-label", LowerCased(text));
     }},
    {"label-or-empty",
     [](Text text) { return text.empty() ? std::string() : GetFormatError("dns1035-label", text); }},
    {"lease-strategy",
     [](Text text) {
       return text == "OldestEmulationVersion" ? std::string()
              : text.find('/') == Text::npos   ? "it is neither `OldestEmulationVersion` nor a name with a "
                                                 "domain, such as `example.com/newest`"
                                               : GetFormatError("qualified-name", text);
     }},
    {"limit-type",
     [](Text text) {
       return ErrorIf(text.find('/') == Text::npos && text != "Pod" && text != "Container" &&
                          text != "PersistentVolumeClaim",
                      "it is none");
     }},
    {"local-profile", GetLocalProfileError},
    {"lowered-name", [](Text text) { return GetFormatError("qualified-name", LowerCased(text)); }},
    {"micro-time", GetMicroTimeError},
    {"name-prefix", [](Text text) { return GetFormatError("dns1123-subdomain", TrimTrailingDash(text)); }},
    {"namespace-or-star",
     [](Text text) { return text == "*" ? std::string() : GetFormatError("dns1123-label", text); }},
    {"no-control", [](Text text) { return ErrorIf(HasControl(text), "it has control characters"); }},
    {"no-local-time", [](Text text) { return ErrorIf(LowerCased(text) == "local", "it is of no place"); }},
    {"no-outer-space",
     [](Text text) {
       return ErrorIf(Trimmed(text, kWhitespace).size() != text.size(), "it has spaces around it");
     }},
    {"no-parent", GetParentError},
    {"no-slash", [](Text text) { return ErrorIf(text.find('/') != Text::npos, "it contains `/`"); }},
    {"no-time-zone",
     [](Text text) { return ErrorIf(text.find("TZ=") != Text::npos, "it names a time zone"); }},
    {"not-blank",
     [](Text text) {
       return ErrorIf(!text.empty() && Trimmed(text, kWhitespace).empty(), "it has only spaces");
     }},
    {"one-line",
     [](Text text) {
       return ErrorIf(Trimmed(text, kWhitespace).find_first_of("\r\n") != Text::npos, "it has several lines");
     }},
    {"one-slash", [](Text text) { return ErrorIf(text.find('/') != text.rfind('/'), "it has two"); }},
    {"path-in-volume", GetPathInVolumeError},
    {"path-or-star",
     [](Text text) { return ErrorIf(text != "*" && !text.starts_with('/'), "it does not begin with `/`"); }},
    {"path-segment", GetPathSegmentError},
    {"pool", GetPoolError},
    {"positive-percent", [](Text text) { return ErrorIf(PercentOf(text) == 0, "it is 0"); }},
    {"printable", GetPrintableError},
    {"projected-bundle", GetProjectedBundleError},
    {"relative-path", GetRelativePathError},
    {"schedule", GetScheduleError},
    {"seccomp-annotation", GetSeccompAnnotationError},
    {"search-domain", GetSearchDomainError},
    {"share", GetShareError},
    {"short-host",
     [](Text text) {
       return ErrorIf(text.size() > 64 && GetFormatError("dns1123-subdomain", text).empty(),
                      "it is too long");
     }},
    {"signed-number",
     [](Text text) {
       text.remove_prefix(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
       return ErrorIf(text.empty() || text.find_first_not_of("0123456789") != Text::npos, "it is none");
     }},
    {"signer", GetSignerNameError},
    {"sysctl", GetSysctlError},
    {"url-path", GetUrlPathError},
    {"user-annotation", GetUserAnnotationError},
    {"variable", GetVariableNameError},
    {"webhook", GetWebhookError},
    {"webhook-address", GetAddressOfWebhookError},
    {"webhook-path", GetPathOfWebhookError},
    {"windows-user", GetWindowsUserError},
};

}  // namespace

std::string GetNameError(Text format, Text text) {
  const auto* own = std::find_if(std::begin(kChecks), std::end(kChecks),
                                 [format](const NamedCheck& row) { return row.name == format; });
  return own == std::end(kChecks) ? GetFormatError(format, text) : own->check(text);
}

std::optional<int64_t> PercentOf(Text text) {
  if (!text.ends_with('%') || !GetFormatError("percent", text).empty()) {
    return std::nullopt;
  }
  text.remove_suffix(1);
  int64_t percent = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), percent);
  return read.ec == std::errc() ? std::optional(percent) : std::nullopt;
}

std::string TrimTrailingDash(std::string_view prefix) {
  const bool has_dash = prefix.size() > 1 && prefix.ends_with('-');
  return has_dash ? std::string(prefix.substr(0, prefix.size() - 2)) + "a" : std::string(prefix);
}

std::string GetPathSegmentError(std::string_view text) {
  if (text == "." || text == "..") {
    return "it cannot be `" + std::string(text) + "`";
  }
  const size_t refused = text.find_first_of("/%");
  return refused == std::string_view::npos ? std::string()
                                           : "it contains `" + std::string(text.substr(refused, 1)) + "`";
}

std::string GetTrustBundleNameError(Text text, Text signer) {
  if (signer.empty()) {
    return text.find(':') != Text::npos ? "without `signerName` it must not contain `:`"
                                        : GetFormatError("dns1123-subdomain", text);
  }
  std::string prefix = std::string(signer) + ":";
  std::replace(prefix.begin(), prefix.end(), '/', ':');
  return !text.starts_with(prefix) ? "it must begin with `" + prefix + "`, after the signer"
                                   : GetFormatError("dns1123-subdomain", text.substr(prefix.size()));
}

}  // namespace kval::kubernetes
