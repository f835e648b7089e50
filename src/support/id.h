#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace kval {

// A typed index: four bytes that cannot be mixed up with an index into another table.
// A default-constructed Id names nothing.
template <typename Tag>
struct Id {
  int32_t index = -1;

  constexpr bool has_value() const { return index >= 0; }
  friend constexpr bool operator==(Id, Id) = default;
};

}  // namespace kval

template <typename Tag>
struct std::hash<kval::Id<Tag>> {
  size_t operator()(kval::Id<Tag> id) const noexcept { return std::hash<int32_t>()(id.index); }
};
