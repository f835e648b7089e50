#pragma once

#include <array>
#include <string_view>

namespace kval::types {

// Messages for values to which a built-in test does not apply: a number has no length, a list and a number
// have no order. Schema languages supply the messages of their tools; the default is kval's.
struct TestMessages {
  std::array<std::string_view, 7> kinds;  // by value::Kind
  std::string_view no_length;             // one `{}`: the kind
  std::string_view no_order;              // three: a kind, `>=` or another comparison, a kind
};

inline constexpr TestMessages kDefaultTestMessages = {
    {"null", "boolean", "integer", "float", "string", "array", "map"},
    "{}, which has no length",
    "{}, which cannot be compared ({} {})",
};

}  // namespace kval::types
