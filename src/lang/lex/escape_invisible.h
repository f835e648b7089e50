#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kval::lex {

// If the character at `at` is invisible in a quoted string or disguises text (non-ASCII controls, line
// separators, direction marks, unassigned), appends it to `out` as `\u` with four or `\U` with eight digits
// and returns its length in bytes. Otherwise returns 0.
size_t AppendEscapedInvisible(std::string_view text, size_t at, std::string& out);

}  // namespace kval::lex
