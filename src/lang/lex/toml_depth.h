#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace kval::lex {

// Returns the offset where a TOML text first exceeds the depth `limit`: tables, arrays, inline tables and
// components of dotted keys all count. Call it before toml++, which builds a table for each component of a
// dotted key and frees them recursively without a limit. Ignores other errors.
std::optional<size_t> TooDeepToml(std::string_view text, size_t limit);

}  // namespace kval::lex
