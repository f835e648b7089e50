#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/lang/cel/value.h"

namespace kval::cel {

// Decodes a string or bytes literal, including prefix and quotes. Returns nullopt and sets `why` if an escape
// is not a code point.
std::optional<std::string> Unescaped(std::string_view literal, bool is_bytes, std::string* why);

// Convert the digits of number tokens. Return nullopt if the number is too large.
std::optional<Value> IntLiteral(std::string_view digits, bool is_negative);
std::optional<Value> UintLiteral(std::string_view digits);
std::optional<Value> DoubleLiteral(std::string_view digits, bool is_negative);

}  // namespace kval::cel
