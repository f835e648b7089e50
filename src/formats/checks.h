#pragma once

#include <string>
#include <string_view>

// The checks behind the table in format.cc, for use by each other.
namespace kval::formats {

bool IsDateTime(std::string_view text, std::string* why);
bool IsDate(std::string_view text, std::string* why);
bool IsTime(std::string_view text, std::string* why);
bool IsDuration(std::string_view text, std::string* why);
bool IsIsoDuration(std::string_view text, std::string* why);

bool IsEmail(std::string_view text, std::string* why);
bool IsHostname(std::string_view text, std::string* why);
bool IsIp(std::string_view text, std::string* why);
bool IsIpv4(std::string_view text, std::string* why);
bool IsIpv6(std::string_view text, std::string* why);
bool IsCidr(std::string_view text, std::string* why);
bool IsCidrV4(std::string_view text, std::string* why);
bool IsCidrV6(std::string_view text, std::string* why);
bool IsMac(std::string_view text, std::string* why);
bool IsUri(std::string_view text, std::string* why);
bool IsUriReference(std::string_view text, std::string* why);

bool IsPort(std::string_view text, std::string* why);
bool IsPercent(std::string_view text, std::string* why);
bool IsIntOrPercent(std::string_view text, std::string* why);
bool IsInt32(std::string_view text, std::string* why);
bool IsInt64(std::string_view text, std::string* why);
bool IsQuantity(std::string_view text, std::string* why);

bool IsRegex(std::string_view text, std::string* why);
bool IsJson(std::string_view text, std::string* why);
bool IsJsonPointer(std::string_view text, std::string* why);
bool IsBase64(std::string_view text, std::string* why);
bool IsUuid(std::string_view text, std::string* why);
bool IsSemver(std::string_view text, std::string* why);
bool IsHexColor(std::string_view text, std::string* why);

bool IsDns1123Label(std::string_view text, std::string* why);
bool IsDns1123Subdomain(std::string_view text, std::string* why);
bool IsDns1035Label(std::string_view text, std::string* why);
bool IsQualifiedName(std::string_view text, std::string* why);
bool IsLabelValue(std::string_view text, std::string* why);
bool IsEnvVarName(std::string_view text, std::string* why);
bool IsConfigMapKey(std::string_view text, std::string* why);
bool IsPortName(std::string_view text, std::string* why);
bool IsImageReference(std::string_view text, std::string* why);

}  // namespace kval::formats
