#pragma once

#include <string>
#include <string_view>

// Names and values that are written with escapes: `"pass\x77ord"` is `password`. For texts that need be no
// YAML or JSON; what is no escape stands for itself.
namespace kval::report {

// What stands between double quotes, without its escapes. Control characters become spaces.
std::string Unescaped(std::string_view quoted);

// The text without its quotes and, between double ones, without its escapes.
std::string Unspelled(std::string_view text);

}  // namespace kval::report
