#pragma once

#include <string>
#include <string_view>

namespace kval::kcl::builtins {

// Case and classes of characters as Rust's standard library has them, for KCL's string methods.

std::string Lower(std::string_view text);
std::string Upper(std::string_view text);
// The first character upper case, the rest lower case.
std::string Capitalize(std::string_view text);
// Capitalizes each run of cased characters.
std::string Title(std::string_view text);

bool IsAlphabetic(char32_t c);
bool IsNumeric(char32_t c);
bool IsLower(char32_t c);
bool IsUpper(char32_t c);
bool IsTitleCase(char32_t c);
// White space of Unicode (`trim`).
bool IsWhiteSpace(char32_t c);
// Returns whether `isspace` accepts the character: white space, including the ASCII separator controls.
bool IsSpace(char32_t c);
bool IsTitled(std::string_view text);

}  // namespace kval::kcl::builtins
