#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/yaml/writer.h"

namespace kval::yaml {

// How a string is written in block context.
enum class Form : uint8_t { kPlain, kSingleQuoted, kDoubleQuoted, kLiteral };

Form FormOf(std::string_view text, const YamlStyle& style);

std::string SingleQuoted(std::string_view text);
// With all characters escaped that need it; `style` says which are only a habit to escape.
std::string DoubleQuoted(std::string_view text, const YamlStyle& style);

}  // namespace kval::yaml
