#pragma once

#include <string>
#include <string_view>

// Names and values with escapes: `"pass\x77ord"` is `password`. For text that need not be YAML or JSON; other
// characters are literal.
namespace kval::redaction {

// Decodes the text between double quotes. Control characters become spaces.
std::string Unescaped(std::string_view quoted);

// Returns the string without quotes and, for double quotes, with escapes decoded.
std::string Unspelled(std::string_view text);

}  // namespace kval::redaction
