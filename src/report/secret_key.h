#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "src/report/secret_shapes.h"

// Keys in lines of text that need be no YAML: read backwards from what parts them from their values.
namespace kval::report {

bool IsKeyChar(char c);

// The key that ends just before `end`, without its quotes: `password`, `"password"`, `users[0].password`.
Piece KeyBefore(std::string_view line, size_t end);

// The name of the path of a flag that ends just before `end`, whose indices may be broken: `password` of
// `password[`, `password[x]` and `password[0`.
std::string NameOfBrokenPath(std::string_view line, size_t end);

// The name that a key of the line spells: without escapes and indices.
std::string NameOfKey(std::string_view line, Piece key);

}  // namespace kval::report
