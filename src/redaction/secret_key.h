#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "src/redaction/secret_shapes.h"

// Finds keys in lines that may not be YAML, by scanning backwards from the separator before the value.
namespace kval::redaction {

// Returns whether the character may be part of a key.
bool IsKeyChar(char c);

// Returns the key that ends directly before `end`, without its quotes: `password`, `"password"`,
// `users[0].password`.
OffsetRange KeyBefore(std::string_view line, size_t end);

// Returns the name at the end of a flag's path that ends directly before `end`; its indexes may be malformed:
// `password` of `password[`, `password[x]` and `password[0`.
std::string NameOfBrokenPath(std::string_view line, size_t end);

// Returns the name of a key of the line, without escapes and indexes.
std::string NameOfKey(std::string_view line, OffsetRange key);

}  // namespace kval::redaction
