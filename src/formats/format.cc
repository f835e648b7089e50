#include "src/formats/format.h"

#include <algorithm>
#include <iterator>

#include "src/formats/checks.h"

namespace kval::formats {
namespace {

constexpr std::string_view kKubernetes = "Kubernetes, apimachinery/pkg/util/validation";

constexpr Entry kBase64{"base64", "text in base64, for example a3ZhbA==", "RFC 4648, section 4", IsBase64};
constexpr Entry kDateTime{"date-time",
                          "a date and time with an offset, for example 2018-11-13T20:20:39+00:00",
                          "RFC 3339, section 5.6", IsDateTime};

constexpr Entry WithName(std::string_view name, Entry entry) {
  entry.name = name;
  return entry;
}

constexpr Entry kEntries[] = {
    kBase64,
    WithName("byte", kBase64),
    {"cidr", "an IP network, for example 10.0.0.0/8 or fd00::/8",
     "RFC 4632, section 3.1; RFC 4291, section 2.3", IsCidr},
    {"cidrv4", "an IPv4 network, for example 10.0.0.0/8", "RFC 4632, section 3.1", IsCidrV4},
    {"cidrv6", "an IPv6 network, for example fd00::/8", "RFC 4291, section 2.3", IsCidrV6},
    {"config-map-key", "a key of a ConfigMap or Secret, for example tls.crt", kKubernetes, IsConfigMapKey},
    {"date", "a date, for example 2018-11-13", "RFC 3339, section 5.6", IsDate},
    kDateTime,
    WithName("datetime", kDateTime),
    {"dns1035-label",
     "a name of lower-case letters, digits and `-` that starts with a letter, for example my-svc1",
     "RFC 1035, section 2.3.1; Kubernetes", IsDns1035Label},
    {"dns1123-label", "a name of lower-case letters, digits and `-`, for example my-app",
     "RFC 1123; Kubernetes", IsDns1123Label},
    {"dns1123-subdomain", "names of lower-case letters, digits and `-`, joined by dots, for example my.app",
     "RFC 1123; Kubernetes", IsDns1123Subdomain},
    {"duration", "a duration with units from ns to h, for example 1h30m", "Go, time.ParseDuration",
     IsDuration},
    {"email", "an e-mail address, for example jo@example.com", "RFC 5322, section 3.4.1", IsEmail},
    {"env-var-name", "the name of an environment variable, for example LOG_LEVEL", kKubernetes, IsEnvVarName},
    {"hexcolor", "a colour, for example #ff8800", "CSS Color, section 5.2", IsHexColor},
    {"hostname", "a host name, for example www.example.com", "RFC 1034, section 3.1; RFC 1123, section 2.1",
     IsHostname},
    {"image-reference", "a container image, for example registry.local/app:1.2", "distribution/reference",
     IsImageReference},
    {"int-or-string", "an integer or a percentage, for example 3 or 25%", kKubernetes, IsIntOrPercent},
    {"int32", "an integer of 32 bits", "OpenAPI Format Registry", IsInt32},
    {"int64", "an integer of 64 bits", "OpenAPI Format Registry", IsInt64},
    {"ip", "an IPv4 or IPv6 address, for example 10.0.0.1 or ::1",
     "RFC 2673, section 3.2; RFC 4291, section 2.2", IsIp},
    {"ipv4", "an IPv4 address, for example 10.0.0.1", "RFC 2673, section 3.2", IsIpv4},
    {"ipv6", "an IPv6 address, for example 2001:db8::1", "RFC 4291, section 2.2", IsIpv6},
    {"iso8601-duration", "a duration, for example P1DT12H", "RFC 3339, appendix A", IsIsoDuration},
    {"json", "a JSON text, for example {\"a\": 1}", "RFC 8259", IsJson},
    {"json-pointer", "a place in a JSON text, for example /a/0", "RFC 6901", IsJsonPointer},
    {"k8s-long-name", "names of lower-case letters, digits and `-`, joined by dots", "Kubernetes",
     IsDns1123Subdomain},
    {"k8s-short-name", "a name of lower-case letters, digits and `-`", "Kubernetes", IsDns1123Label},
    {"label-value", "the value of a label, for example v1.2_beta, or nothing", kKubernetes, IsLabelValue},
    {"mac", "a hardware address, for example 00:00:5e:00:53:01", "IEEE 802; Go, net.ParseMAC", IsMac},
    {"percent", "a percentage, for example 10%", "Kubernetes, IsValidPercent", IsPercent},
    {"port", "a port number from 0 to 65535", "RFC 6335, section 6", IsPort},
    {"port-name", "the name of a port, for example http", "RFC 6335, section 5.1", IsPortName},
    {"qualified-name", "a name that a domain may precede, for example example.com/name", kKubernetes,
     IsQualifiedName},
    {"quantity", "an amount with an optional unit, for example 500m or 1.5Gi",
     "Kubernetes, apimachinery/pkg/api/resource/quantity.go", IsQuantity},
    {"regex", "a regular expression, for example ^[a-z]+$", "RE2 syntax", IsRegex},
    {"semver", "a semantic version, for example 1.2.3-rc.1", "Semantic Versioning 2.0.0", IsSemver},
    {"time", "a time with an offset, for example 20:20:39+00:00", "RFC 3339, section 5.6", IsTime},
    {"uri", "an absolute URI, for example https://example.com/a?b#c", "RFC 3986", IsUri},
    {"uri-reference", "a URI or a relative reference, for example ../a?b", "RFC 3986, section 4.1",
     IsUriReference},
    {"uuid", "a UUID, for example f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "RFC 4122, section 3", IsUuid},
};

static_assert(std::is_sorted(std::begin(kEntries), std::end(kEntries),
                             [](const Entry& a, const Entry& b) { return a.name < b.name; }));

}  // namespace

std::span<const Entry> Builtin() {
  return kEntries;
}

const Entry* Find(std::string_view name) {
  const auto* found = std::lower_bound(std::begin(kEntries), std::end(kEntries), name,
                                       [](const Entry& entry, std::string_view n) { return entry.name < n; });
  return found != std::end(kEntries) && found->name == name ? found : nullptr;
}

}  // namespace kval::formats
