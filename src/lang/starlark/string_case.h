#pragma once

#include <string>
#include <string_view>

namespace kval::starlark {

// Letters, case and white space of Unicode, with the semantics of Go's unicode package. Case mappings replace
// ill-formed bytes by U+FFFD.

std::string Lower(std::string_view text);
std::string Upper(std::string_view text);
std::string Title(std::string_view text);
std::string Capitalize(std::string_view text);

// All return false for an empty string.
bool IsAlnum(std::string_view text);
bool IsAlpha(std::string_view text);
bool IsDigits(std::string_view text);
bool IsLower(std::string_view text);
bool IsUpper(std::string_view text);
bool IsTitle(std::string_view text);
bool IsAllSpace(std::string_view text);

}  // namespace kval::starlark
