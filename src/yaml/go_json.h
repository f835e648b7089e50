#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Scalars as Go's encoding/json writes them, byte for byte (Go 1.22 and later).
namespace kval::yaml {

// Characters escaped in strings in addition to those that JSON requires.
enum class GoEscapes : uint8_t {
  kHtml,   // `<`, `>` and `&` too, as json.Marshal does
  kPlain,  // as an encoder with SetEscapeHTML(false)
};

// A string with its quotes. Ill-formed bytes become `\ufffd`, U+2028 and U+2029 are escaped.
std::string GoJsonString(std::string_view text, GoEscapes escapes);

// A finite float: its shortest digits, positional from 1e-6 to 1e21.
std::string GoJsonFloat(double real);

}  // namespace kval::yaml
