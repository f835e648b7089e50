#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace kval::lex {

// What readers of TOML may nest: toml++ 3.3.0 builds a table for each part of a dotted key and frees them
// recursively, without a limit.
inline constexpr size_t kTomlDepth = 256;

// Where a TOML text first nests more deeply than `limit`: tables, arrays, inline tables and the parts of
// dotted keys count alike. Nothing when it does not. To be asked before a reader gets the text; says nothing
// else about it, and takes malformed text as it comes.
std::optional<size_t> TooDeepToml(std::string_view text, size_t limit = kTomlDepth);

}  // namespace kval::lex
