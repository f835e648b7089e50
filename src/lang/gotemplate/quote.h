#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::gotemplate {

// Go's string and character literals (strconv).

enum class QuoteCharacters : bool { kPrintable, kAscii };  // those that are written as they are

// strconv.Quote and QuoteToASCII.
std::string Quote(std::string_view text, QuoteCharacters kept = QuoteCharacters::kPrintable);
// strconv.QuoteRune and QuoteRuneToASCII: in single quotes.
std::string QuoteCharacter(char32_t c, QuoteCharacters kept);
// strconv.CanBackquote.
bool CanBackquote(std::string_view text);

// strconv.Unquote of a literal in double quotes or backquotes. Returns nullopt if it is invalid.
std::optional<std::string> Unquote(std::string_view literal);
// Whether the literal is valid and its text is what is between its quotes. Most are; the others need Unquote.
bool HasNoEscape(std::string_view literal);
// The value of a character literal with its quotes; nullopt if it is invalid. `is_unfinished`: the first
// character is valid, but the closing quote does not follow it.
std::optional<char32_t> UnquoteCharacter(std::string_view literal, bool* is_unfinished);

}  // namespace kval::gotemplate
