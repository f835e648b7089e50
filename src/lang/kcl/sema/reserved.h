#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace kval::kcl {

// The names of the built-in types, which no schema and no type alias may have.
inline constexpr std::string_view kReservedTypes[] = {"any", "int", "float", "str", "bool"};
// The same as KCL prints them.
inline constexpr std::string_view kReservedTypesText = R"(["any", "int", "float", "str", "bool"])";

inline bool IsReserved(std::string_view name) {
  return std::find(std::begin(kReservedTypes), std::end(kReservedTypes), name) != std::end(kReservedTypes);
}

}  // namespace kval::kcl
