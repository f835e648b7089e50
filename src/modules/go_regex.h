#pragma once

#include <re2/re2.h>

#include <span>
#include <string>
#include <string_view>

// What Go's package regexp adds to RE2, of which it has the syntax (support/go_pattern.h).
namespace kval::modules {

using RegexGroups = std::span<const re2::StringPiece>;

inline re2::StringPiece Piece(std::string_view text) {
  return {text.data(), text.size()};
}

// Returns Go's message for a pattern that RE2 rejects: error parsing regexp: missing closing ): `(a`.
std::string GoRegexError(const re2::RE2& regex, std::string_view pattern);

// Appends a replacement with `$1`, `${name}` and `$$` replaced (Regexp.Expand).
void ExpandGoReplacement(const re2::RE2& regex, RegexGroups groups, std::string_view replacement,
                         std::string& out);

}  // namespace kval::modules
