#pragma once

#include <string>
#include <string_view>

#include "src/formats/format.h"

// The checks used by the table in format.cc; some call each other. Each returns whether `text` is valid;
// otherwise it sets `why`.
namespace kval::formats {

bool IsDateTime(std::string_view text, std::string* why);
bool IsDate(std::string_view text, std::string* why);
bool IsTime(std::string_view text, std::string* why);
bool IsDuration(std::string_view text, std::string* why);
bool IsIsoDuration(std::string_view text, std::string* why);

bool IsEmail(std::string_view text, std::string* why);
bool IsIdnEmail(std::string_view text, std::string* why);
bool IsHostname(std::string_view text, std::string* why);
bool IsIdnHostname(std::string_view text, std::string* why);
bool IsIp(std::string_view text, std::string* why);
bool IsIpv4(std::string_view text, std::string* why);
bool IsIpv6(std::string_view text, std::string* why);
bool IsCidr(std::string_view text, std::string* why);
bool IsCidrV4(std::string_view text, std::string* why);
bool IsCidrV6(std::string_view text, std::string* why);
bool IsMac(std::string_view text, std::string* why);
bool IsUri(std::string_view text, std::string* why);
bool IsUriReference(std::string_view text, std::string* why);
bool IsIri(std::string_view text, std::string* why);
bool IsIriReference(std::string_view text, std::string* why);
bool IsUriTemplate(std::string_view text, std::string* why);

bool IsPort(std::string_view text, std::string* why);
bool IsPercent(std::string_view text, std::string* why);
bool IsIntOrPercent(std::string_view text, std::string* why);
bool IsIntOrString(std::string_view text, std::string* why);
bool IsInt32(std::string_view text, std::string* why);
bool IsInt64(std::string_view text, std::string* why);
bool IsQuantity(std::string_view text, std::string* why);

bool IsRegex(std::string_view text, std::string* why);
bool IsEcmaRegex(std::string_view text, std::string* why);
bool IsJson(std::string_view text, std::string* why);
bool IsJsonPointer(std::string_view text, std::string* why);
bool IsRelativeJsonPointer(std::string_view text, std::string* why);
bool IsRelativeJsonPointer01(std::string_view text, std::string* why);
bool IsBase64(std::string_view text, std::string* why);
bool IsUuid(std::string_view text, std::string* why);
bool IsUuid3(std::string_view text, std::string* why);
bool IsUuid4(std::string_view text, std::string* why);
bool IsUuid5(std::string_view text, std::string* why);
bool IsSemver(std::string_view text, std::string* why);
bool IsHexColor(std::string_view text, std::string* why);
bool IsRgbColor(std::string_view text, std::string* why);
bool IsIsbn(std::string_view text, std::string* why);
bool IsIsbn10(std::string_view text, std::string* why);
bool IsIsbn13(std::string_view text, std::string* why);
bool IsCreditCard(std::string_view text, std::string* why);
bool IsSsn(std::string_view text, std::string* why);
bool IsBsonObjectId(std::string_view text, std::string* why);
bool IsAnyText(std::string_view text, std::string* why);

bool IsDns1123Label(std::string_view text, std::string* why);
bool IsDns1123Subdomain(std::string_view text, std::string* why);
bool IsDns1035Label(std::string_view text, std::string* why);
bool IsQualifiedName(std::string_view text, std::string* why);
bool IsLabelValue(std::string_view text, std::string* why);
bool IsEnvVarName(std::string_view text, std::string* why);
bool IsConfigMapKey(std::string_view text, std::string* why);
bool IsPortName(std::string_view text, std::string* why);
bool IsImageReference(std::string_view text, std::string* why);

// Formats with the same name as others, but with Kubernetes' semantics.
bool IsGoMailAddress(std::string_view text, std::string* why);
bool IsGoRequestUri(std::string_view text, std::string* why);
bool IsStrfmtDuration(std::string_view text, std::string* why);
const FormatEntry* FindInKubernetes(std::string_view name);

}  // namespace kval::formats
