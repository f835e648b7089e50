#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace kval::lex {

// Where a TOML text first nests more deeply than `limit`: tables, arrays, inline tables and the parts of
// dotted keys count alike. Nothing when it does not. To be asked before a reader gets the text; says nothing
// else about it, and takes malformed text as it comes. toml++ 3.3.0 builds a table for each part of a dotted
// key and frees them recursively, without a limit of its own.
std::optional<size_t> TooDeepToml(std::string_view text, size_t limit);

}  // namespace kval::lex
