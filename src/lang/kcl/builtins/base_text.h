#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::kcl::builtins {

// RFC 4648, standard alphabets with padding. Decoding accepts input with or without padding, and base32 in
// either case.
std::string EncodeBase64(std::string_view bytes);
std::optional<std::string> DecodeBase64(std::string_view text);
std::string EncodeBase32(std::string_view bytes);
std::optional<std::string> DecodeBase32(std::string_view text);

}  // namespace kval::kcl::builtins
