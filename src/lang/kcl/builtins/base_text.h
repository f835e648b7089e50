#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::kcl::builtins {

// RFC 4648, standard alphabets with padding. Decoding takes a text with or without its padding, base32 in
// either case; nothing else.
std::string EncodeBase64(std::string_view bytes);
std::optional<std::string> DecodeBase64(std::string_view text);
std::string EncodeBase32(std::string_view bytes);
std::optional<std::string> DecodeBase32(std::string_view text);

}  // namespace kval::kcl::builtins
