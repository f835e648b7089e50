#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::cel {

// RFC 4648, section 4, with padding.
std::string ToBase64(std::string_view bytes);
// Padding is optional as a whole. Returns nullopt for invalid base64.
std::optional<std::string> FromBase64(std::string_view text);

}  // namespace kval::cel
