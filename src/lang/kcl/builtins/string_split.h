#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kval::kcl::builtins {

// Splitting and searching strings. All offsets are bytes, as in KCL. An empty separator matches between all
// characters and at both ends. `limit`: the maximum number of splits or replacements; negative: all.

std::vector<std::string_view> Split(std::string_view text, std::string_view separator, int64_t limit);
// The same with splits from the right; the parts are in the order of the string.
std::vector<std::string_view> SplitRight(std::string_view text, std::string_view separator, int64_t limit);
// Splits at runs of ASCII white space.
std::vector<std::string_view> SplitWords(std::string_view text, int64_t limit);
std::vector<std::string_view> SplitWordsRight(std::string_view text, int64_t limit);
// Returns the first `most` lines, and the rest.
std::vector<std::string_view> SplitLines(std::string_view text, bool keep_ends, size_t most = SIZE_MAX);

int64_t CountOf(std::string_view text, std::string_view part);
std::string Replace(std::string_view text, std::string_view old_text, std::string_view new_text,
                    int64_t limit);

// Removes leading or trailing characters that are in `characters`, or white space.
std::string_view StripLeft(std::string_view text, std::string_view characters);
std::string_view StripRight(std::string_view text, std::string_view characters);
std::string_view StripLeft(std::string_view text);
std::string_view StripRight(std::string_view text);

}  // namespace kval::kcl::builtins
