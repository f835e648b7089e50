#include "src/formats/format.h"

#include <algorithm>
#include <iterator>

#include "src/formats/validators.h"

namespace kval::formats {
namespace {

constexpr FormatEntry kBase64{"base64", "text in base64, for example a3ZhbA==", "RFC 4648, section 4",
                              IsBase64};
constexpr FormatEntry kDateTime{"date-time",
                                "a date and time with an offset, for example 2018-11-13T20:20:39+00:00",
                                "RFC 3339, section 5.6", IsDateTime};

constexpr FormatEntry WithName(std::string_view name, FormatEntry entry) {
  entry.name = name;
  return entry;
}

constexpr FormatEntry kEntries[] = {
    kBase64,
    {"binary", "any string, for example file contents", "OpenAPI 3.0.3, section 4.4", IsAnyText},
    {"bsonobjectid", "a BSON object id, for example 507f1f77bcf86cd799439011",
     "BSON 1.1, ObjectId; kube-openapi, pkg/validation/strfmt/bson", IsBsonObjectId},
    WithName("byte", kBase64),
    {"cidr", "an IP network, for example 10.0.0.0/8 or fd00::/8",
     "RFC 4632, section 3.1; RFC 4291, section 2.3", IsCidr},
    {"cidrv4", "an IPv4 network, for example 10.0.0.0/8", "RFC 4632, section 3.1", IsCidrV4},
    {"cidrv6", "an IPv6 network, for example fd00::/8", "RFC 4291, section 2.3", IsCidrV6},
    {"config-map-key", "a key of a ConfigMap or Secret, for example tls.crt",
     "Kubernetes, apimachinery/pkg/util/validation/validation.go, IsConfigMapKey", IsConfigMapKey},
    {"creditcard", "the number of a payment card, for example 4111 1111 1111 1111",
     "ISO/IEC 7812-1, annex B; kube-openapi, pkg/internal/third_party/govalidator", IsCreditCard},
    {"date", "a date, for example 2018-11-13", "RFC 3339, section 5.6", IsDate},
    kDateTime,
    WithName("datetime", kDateTime),
    {"dns1035-label",
     "a name of lower-case letters, digits and `-` that starts with a letter, for example my-svc1",
     "RFC 1035, section 2.3.1; Kubernetes, apimachinery/pkg/util/validation/validation.go, IsDNS1035Label",
     IsDns1035Label},
    {"dns1123-label", "a name of lower-case letters, digits and `-`, for example my-app",
     "RFC 1123, section 2.1; Kubernetes, apimachinery/pkg/util/validation/validation.go, IsDNS1123Label",
     IsDns1123Label},
    {"dns1123-subdomain", "names of lower-case letters, digits and `-`, joined by dots, for example my.app",
     "RFC 1123, section 2.1; Kubernetes, apimachinery/pkg/util/validation/validation.go, IsDNS1123Subdomain",
     IsDns1123Subdomain},
    {"duration", "a duration with units from ns to h, for example 1h30m",
     "Go, time.ParseDuration (src/time/format.go)", IsDuration},
    {"ecma-regex", "a regular expression of ECMAScript, for example ^(?=a)[a-z]+$",
     "ECMA-262, 11th edition, section 21.2.1, with the flag u", IsEcmaRegex},
    {"email", "an e-mail address, for example jo@example.com", "RFC 5321, section 4.1.2, Mailbox", IsEmail},
    {"env-var-name", "the name of an environment variable, for example LOG_LEVEL",
     "Kubernetes, apimachinery/pkg/util/validation/validation.go, IsEnvVarName", IsEnvVarName},
    {"hexcolor", "a colour, for example #ff8800",
     "CSS Color 3, section 4.2.1; kube-openapi, pkg/internal/third_party/govalidator", IsHexColor},
    {"hostname", "a host name, for example www.example.com",
     "RFC 1034, section 3.1; RFC 1123, section 2.1; RFC 5891, section 5.4, for xn-- labels", IsHostname},
    {"idn-email", "an e-mail address in any script, for example jürgen@bücher.example",
     "RFC 6531, section 3.3", IsIdnEmail},
    {"idn-hostname", "a host name in any script, for example bücher.example",
     "RFC 5891, section 4.2; RFC 5892; RFC 5893", IsIdnHostname},
    {"image-reference", "a container image, for example registry.local/app:1.2",
     "github.com/distribution/reference, regexp.go and normalize.go", IsImageReference},
    {"int-or-percent", "an integer or a percentage, for example 3 or 25%",
     "Kubernetes, apimachinery/pkg/util/intstr/intstr.go, GetScaledValueFromIntOrPercent", IsIntOrPercent},
    {"int-or-string", "a 32-bit integer or any string, for example 3, 25% or http",
     "Kubernetes, apimachinery/pkg/util/intstr/intstr.go, IntOrString", IsIntOrString},
    {"int32", "a 32-bit integer", "OpenAPI Format Registry, int32", IsInt32},
    {"int64", "a 64-bit integer", "OpenAPI Format Registry, int64", IsInt64},
    {"ip", "an IPv4 or IPv6 address, for example 10.0.0.1 or ::1",
     "RFC 2673, section 3.2; RFC 4291, section 2.2", IsIp},
    {"ipv4", "an IPv4 address, for example 10.0.0.1", "RFC 2673, section 3.2", IsIpv4},
    {"ipv6", "an IPv6 address, for example 2001:db8::1", "RFC 4291, section 2.2", IsIpv6},
    {"iri", "an absolute URI in any script, for example https://bücher.example/ä",
     "RFC 3987, section 2.2, IRI", IsIri},
    {"iri-reference", "a URI or a relative reference in any script, for example ../ä",
     "RFC 3987, section 2.2, IRI-reference", IsIriReference},
    {"isbn", "the number of a book, for example 978-0-306-40615-7",
     "ISO 2108; kube-openapi, pkg/internal/third_party/govalidator", IsIsbn},
    {"isbn10", "the number of a book in ten digits, for example 0-306-40615-2",
     "ISO 2108; kube-openapi, pkg/internal/third_party/govalidator", IsIsbn10},
    {"isbn13", "the number of a book in thirteen digits, for example 978-0-306-40615-7",
     "ISO 2108; kube-openapi, pkg/internal/third_party/govalidator", IsIsbn13},
    {"iso8601-duration", "a duration, for example P1DT12H", "RFC 3339, appendix A", IsIsoDuration},
    {"json", "a JSON document, for example {\"a\": 1}", "RFC 8259", IsJson},
    {"json-pointer", "a JSON Pointer, for example /a/0", "RFC 6901, section 3", IsJsonPointer},
    {"k8s-long-name", "names of lower-case letters, digits and `-`, joined by dots",
     "kube-openapi, pkg/validation/strfmt/kubernetes-extensions.go", IsDns1123Subdomain},
    {"k8s-short-name", "a name of lower-case letters, digits and `-`",
     "kube-openapi, pkg/validation/strfmt/kubernetes-extensions.go", IsDns1123Label},
    {"label-value", "the value of a label, for example v1.2_beta, or nothing",
     "Kubernetes, apimachinery/pkg/util/validation/validation.go, IsValidLabelValue", IsLabelValue},
    {"mac", "a hardware address, for example 00:00:5e:00:53:01", "IEEE 802; Go, net.ParseMAC", IsMac},
    {"password", "any string; its value is redacted in reports", "OpenAPI 3.0.3, section 4.4", IsAnyText},
    {"percent", "a percentage, for example 10%",
     "Kubernetes, apimachinery/pkg/util/validation/validation.go, IsValidPercent", IsPercent},
    {"port", "a port number from 0 to 65535", "RFC 6335, section 6", IsPort},
    {"port-name", "the name of a port, for example http",
     "RFC 6335, section 5.1; Kubernetes, apimachinery/pkg/util/validation/validation.go, IsValidPortName",
     IsPortName},
    {"qualified-name", "a name that a domain may precede, for example example.com/name",
     "Kubernetes, apimachinery/pkg/util/validation/validation.go, IsQualifiedName", IsQualifiedName},
    {"quantity", "an amount with an optional unit, for example 500m or 1.5Gi",
     "Kubernetes, apimachinery/pkg/api/resource/quantity.go", IsQuantity},
    {"regex", "a regular expression, for example ^[a-z]+$", "RE2 syntax (github.com/google/re2/wiki/Syntax)",
     IsRegex},
    {"relative-json-pointer", "a relative JSON Pointer, for example 1/a",
     "draft-bhutton-relative-json-pointer-00, section 3", IsRelativeJsonPointer},
    {"rgbcolor", "a colour, for example rgb(255, 136, 0)",
     "CSS Color 3, section 4.2.1; kube-openapi, pkg/internal/third_party/govalidator", IsRgbColor},
    {"semver", "a semantic version, for example 1.2.3-rc.1", "Semantic Versioning 2.0.0, items 2, 9 and 10",
     IsSemver},
    {"ssn", "a U.S. social security number, for example 078-05-1120",
     "kube-openapi, pkg/internal/third_party/govalidator", IsSsn},
    {"time", "a time with an offset, for example 20:20:39+00:00", "RFC 3339, section 5.6, full-time", IsTime},
    {"uri", "an absolute URI, for example https://example.com/a?b#c", "RFC 3986, appendix A, URI", IsUri},
    {"uri-reference", "a URI or a relative reference, for example ../a?b",
     "RFC 3986, appendix A, URI-reference", IsUriReference},
    {"uri-template", "a URI template, for example /users/{id}{?page}", "RFC 6570, section 2", IsUriTemplate},
    {"uuid", "a UUID, for example f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "RFC 4122, section 3", IsUuid},
    {"uuid3", "a UUID of version 3", "RFC 4122, sections 3 and 4.1.3", IsUuid3},
    {"uuid4", "a UUID of version 4", "RFC 4122, sections 3 and 4.1.3", IsUuid4},
    {"uuid5", "a UUID of version 5", "RFC 4122, sections 3 and 4.1.3", IsUuid5},
};

static_assert(std::is_sorted(std::begin(kEntries), std::end(kEntries),
                             [](const FormatEntry& a, const FormatEntry& b) { return a.name < b.name; }));

}  // namespace

std::span<const FormatEntry> Builtin() {
  return kEntries;
}

const FormatEntry* Find(std::string_view name) {
  const auto* found =
      std::lower_bound(std::begin(kEntries), std::end(kEntries), name,
                       [](const FormatEntry& entry, std::string_view n) { return entry.name < n; });
  return found != std::end(kEntries) && found->name == name ? found : nullptr;
}

}  // namespace kval::formats
