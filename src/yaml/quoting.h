#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/yaml/writer.h"

namespace kval::yaml {

// The form of a string in block context.
enum class ScalarForm : uint8_t { kPlain, kSingleQuoted, kDoubleQuoted, kLiteral };

// Returns the form for a string: plain if it is unambiguous, literal for several lines, otherwise quoted.
ScalarForm ChooseForm(std::string_view text, const YamlStyle& style);

// Returns the string in single quotes.
std::string SingleQuoted(std::string_view text);
// Returns the string with all necessary characters escaped; `style` selects additional escapes.
std::string DoubleQuoted(std::string_view text, const YamlStyle& style);

}  // namespace kval::yaml
