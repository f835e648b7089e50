#include <windows.h>

#include <cstdint>

#include "src/support/pages.h"

namespace kval {
namespace {

constexpr uintptr_t kPage = 4096;

std::byte* Allocate(size_t size, DWORD protection) {
  return static_cast<std::byte*>(::VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, protection));
}

}  // namespace

std::byte* MapChunk(size_t size) {
  return Allocate(size, PAGE_READWRITE);
}

void UnmapChunk(std::byte* place, size_t size) {
  if (size > 0) {
    ::VirtualFree(place, 0, MEM_RELEASE);
  }
}

// Committed, because memory runs out when no more can be committed.
std::byte* ReserveChunk(size_t size) {
  return Allocate(size, PAGE_NOACCESS);
}

void DiscardPages(const void* begin, const void* end) {
  const uintptr_t first = (reinterpret_cast<uintptr_t>(begin) + kPage - 1) & ~(kPage - 1);
  const uintptr_t last = reinterpret_cast<uintptr_t>(end) & ~(kPage - 1);
  if (first < last) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): an address that was rounded.
    ::VirtualAlloc(reinterpret_cast<void*>(first), last - first, MEM_RESET, PAGE_READWRITE);
  }
}

}  // namespace kval
