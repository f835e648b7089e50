#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kval::formats {

// A named format of strings, as in `@schema/validate format="ip"` or OpenAPI's `format: ip`.
struct FormatEntry {
  std::string_view name;
  std::string_view doc;     // a phrase with an example: `an IPv4 address, for example 10.0.0.1`
  std::string_view source;  // the specification that is followed

  // Returns whether `text` matches the format. If not, sets `why` (never null) to the exact reason: `octet
  // 256 is larger than 255`. Linear in the length; does not throw.
  bool (*check)(std::string_view text, std::string* why);
};

// Every format, aliases included, sorted by name.
std::span<const FormatEntry> Builtin();

// The format of that exact name, or null.
const FormatEntry* Find(std::string_view name);

// Whose rules a name of a format follows. Names are shared, meanings are not: `duration` is Go's for kval and
// RFC 3339's in JSON Schema, and Kubernetes reads `uri` and `email` as Go's libraries do.
enum class FormatDialect : uint8_t {
  kKval,
  kDraft4,       // JSON Schema, draft-fge-json-schema-validation-00, section 7.3
  kDraft6,       // draft-wright-json-schema-validation-01, section 8.3
  kDraft7,       // draft-handrews-json-schema-validation-01, section 7.3
  kDraft201909,  // draft-handrews-json-schema-validation-02, section 7.3
  kDraft202012,  // draft-bhutton-json-schema-validation-01, section 7.3
  kKubernetes    // apiextensions-apiserver, pkg/apiserver/validation/formats.go; kube-openapi,
                 // pkg/validation/strfmt
};

// Returns the format that the dialect asserts under that name; null if it is only an annotation or unknown.
const FormatEntry* Find(std::string_view name, FormatDialect dialect);

}  // namespace kval::formats
