#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace kval::kcl {

// The names of built-in types, which schemas and type aliases must not have.
inline constexpr std::string_view kReservedTypes[] = {"any", "int", "float", "str", "bool"};
// The same in KCL's messages.
inline constexpr std::string_view kReservedTypesText = R"(["any", "int", "float", "str", "bool"])";

// Returns whether `name` is one of them.
inline bool IsReserved(std::string_view name) {
  return std::find(std::begin(kReservedTypes), std::end(kReservedTypes), name) != std::end(kReservedTypes);
}

}  // namespace kval::kcl
