#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kval::lex {

// Where a character stands at `at` that nobody would see in a quoted text, or that makes the text look like
// another one (controls beyond ASCII, separators of lines, marks of direction, unassigned): appends it to
// `out` as `\u` and four digits or `\U` and eight, and gives its length in bytes. Otherwise 0.
size_t AppendUnseen(std::string_view text, size_t at, std::string& out);

}  // namespace kval::lex
