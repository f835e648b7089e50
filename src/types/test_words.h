#pragma once

#include <array>
#include <string_view>

namespace kval::types {

// How a schema language speaks about a value that a built-in test cannot be asked about: a number has no
// length, a list and a number have no order. A front end gives the model the words that its own tools use;
// without, they are kval's.
struct TestWords {
  std::array<std::string_view, 7> kinds;  // by value::Kind
  std::string_view no_length;             // one `{}`: the kind
  std::string_view no_order;              // three: a kind, `>=` or another comparison, a kind
};

inline constexpr TestWords kPlainWords = {
    {"null", "boolean", "integer", "float", "string", "array", "map"},
    "{}, which has no length",
    "{}, which cannot be compared ({} {})",
};

}  // namespace kval::types
