#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace kval {

// Memory that lives as long as its owner and is freed at once.
//
// Only trivially destructible things can be made in it, so no destructor is ever owed.
// Not thread-safe: one arena belongs to one session. Memory that the system refuses is std::bad_alloc.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  template <typename T, typename... Args>
  T* New(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return ::new (Allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  // A copy of `items` that lives in the arena.
  template <typename T>
  std::span<T> Copy(std::span<const T> items) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    if (items.empty()) {
      return {};
    }
    T* place = static_cast<T*>(Allocate(items.size_bytes(), alignof(T)));
    std::memcpy(static_cast<void*>(place), items.data(), items.size_bytes());
    return {place, items.size()};
  }

  // A copy of `text`; the view stays valid as long as the arena.
  std::string_view CopyText(std::string_view text) {
    std::span<char> copy = Copy(std::span<const char>(text.data(), text.size()));
    return {copy.data(), copy.size()};
  }

 private:
  // At the start of each piece of memory from the system: the piece before it.
  struct Chunk {
    Chunk* previous;
    size_t size;
  };

  void* Allocate(size_t size, size_t alignment) {
    const size_t padding = (0 - reinterpret_cast<uintptr_t>(next_)) & (alignment - 1);
    if (next_ == nullptr || padding + size > static_cast<size_t>(end_ - next_)) {
      return AllocateInNewChunk(size, alignment);
    }
    std::byte* start = next_ + padding;
    next_ = start + size;
    return start;
  }
  void* AllocateInNewChunk(size_t size, size_t alignment);

  std::byte* next_ = nullptr;  // the free part of the newest chunk
  std::byte* end_ = nullptr;
  Chunk* chunks_ = nullptr;
};

}  // namespace kval
