#pragma once

#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace kval {

// Memory that lives as long as its owner and is freed at once.
//
// Only trivially destructible things can be made in it, so no destructor is ever owed.
// Not thread-safe: one arena belongs to one session.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <typename T, typename... Args>
  T* New(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return ::new (pool_.allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  // A copy of `items` that lives in the arena.
  template <typename T>
  std::span<T> Copy(std::span<const T> items) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    if (items.empty()) {
      return {};
    }
    T* place = static_cast<T*>(pool_.allocate(items.size_bytes(), alignof(T)));
    std::memcpy(static_cast<void*>(place), items.data(), items.size_bytes());
    return {place, items.size()};
  }

  // A copy of `text`; the view stays valid as long as the arena.
  std::string_view CopyText(std::string_view text) {
    std::span<char> copy = Copy(std::span<const char>(text.data(), text.size()));
    return {copy.data(), copy.size()};
  }

 private:
  std::pmr::monotonic_buffer_resource pool_{size_t{64} * 1024};
};

}  // namespace kval
