#include "src/support/arena.h"

#include <sys/mman.h>

#include <algorithm>

#include "src/support/check.h"

namespace kval {
namespace {

constexpr size_t kFirstChunk = size_t{64} * 1024;
constexpr size_t kHugePage = size_t{2} * 1024 * 1024;
constexpr size_t kLargestStep = size_t{32} * 1024 * 1024;

#ifdef MAP_POPULATE
constexpr int kPopulate = MAP_POPULATE;
#else
constexpr int kPopulate = 0;
#endif

uintptr_t Map(size_t size, int flags) {
  void* place = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  KVAL_CHECK(place != MAP_FAILED);
  return reinterpret_cast<uintptr_t>(place);
}

void Unmap(uintptr_t place, size_t size) {
  if (size > 0) {
    ::munmap(reinterpret_cast<void*>(place), size);
  }
}

// Half of the time of a run would go into page faults if every page were asked for by itself: small chunks
// come with all their pages, large ones in huge pages where the system has them.
uintptr_t MapChunk(size_t size) {
  if (size < kHugePage) {
    return Map(size, kPopulate);
  }
  const uintptr_t place = Map(size + kHugePage, 0);
  const uintptr_t aligned = (place + kHugePage - 1) & ~(uintptr_t{kHugePage} - 1);
  Unmap(place, aligned - place);
  Unmap(aligned + size, place + kHugePage - aligned);
#ifdef MADV_HUGEPAGE
  ::madvise(reinterpret_cast<void*>(aligned), size, MADV_HUGEPAGE);
#endif
  return aligned;
}

}  // namespace

Arena::~Arena() {
  while (chunks_ != nullptr) {
    const Chunk chunk = *chunks_;
    Unmap(reinterpret_cast<uintptr_t>(chunks_), chunk.size);
    chunks_ = chunk.previous;
  }
}

void* Arena::AllocateInNewChunk(size_t size, size_t alignment) {
  const size_t needed = sizeof(Chunk) + alignment + size;
  size_t chunk_size = chunks_ == nullptr ? kFirstChunk : std::min(chunks_->size * 2, kLargestStep);
  while (chunk_size < needed) {
    chunk_size *= 2;
  }
  const uintptr_t place = MapChunk(chunk_size);
  chunks_ = ::new (reinterpret_cast<void*>(place)) Chunk{chunks_, chunk_size};
  next_ = place + sizeof(Chunk);
  end_ = place + chunk_size;
  return Allocate(size, alignment);
}

}  // namespace kval
