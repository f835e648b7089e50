#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::cel {

// RFC 4648, section 4, with padding.
std::string ToBase64(std::string_view bytes);
// Padding may be missing as a whole. Nothing for what is no base64.
std::optional<std::string> FromBase64(std::string_view text);

}  // namespace kval::cel
