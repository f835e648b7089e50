#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/lexer.h"
#include "src/lang/gotemplate/syntax.h"

namespace kval::gotemplate {

// Determines the values of a number or character constant. Returns an error message if it is invalid. Complex
// numbers are not supported.
std::optional<std::string> ParseNumber(std::string_view literal, TokenKind kind, NumberNode* number);

}  // namespace kval::gotemplate
