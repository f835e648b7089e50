#pragma once

#include <string>
#include <string_view>

// Go's package unicode, and functions of strings that follow it. A byte that is not UTF-8 decodes as U+FFFD.
namespace kval::helm::functions {

bool IsSpace(char32_t c);
bool IsUpperCase(char32_t c);
bool IsLowerCase(char32_t c);
bool IsTitleCase(char32_t c);
bool IsLetterOrDigit(char32_t c);
bool IsNumber(char32_t c);
bool IsPunctuation(char32_t c);
char32_t ToUpper(char32_t c);
char32_t ToLower(char32_t c);
char32_t ToTitle(char32_t c);

std::u32string Decoded(std::string_view text);
std::string Encoded(std::u32string_view text);

// strings.Map.
std::string Mapped(std::string_view text, char32_t (*map)(char32_t));
// strings.TrimSpace, and strings.Trim with a set of characters.
std::string_view TrimmedSpace(std::string_view text);
std::string_view TrimmedOf(std::string_view text, std::string_view characters);

}  // namespace kval::helm::functions
