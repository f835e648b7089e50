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

// Memory that is freed at once with its owner.
//
// Objects must be trivially destructible, because destructors are not called. Threads: none; each session has
// a separate arena. Errors: std::bad_alloc if the system has no memory.
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

  // Copies `text`; the view is valid while the arena exists.
  std::string_view CopyText(std::string_view text) {
    std::span<char> copy = Copy(std::span<const char>(text.data(), text.size()));
    return {copy.data(), copy.size()};
  }

 private:
  // Header of each chunk of memory from the system; refers to the previous chunk.
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
