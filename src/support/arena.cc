#include "src/support/arena.h"

#include <algorithm>
#include <array>

#include "src/support/hosted_call.h"
#include "src/support/huge_pages.h"
#include "src/support/out_of_memory.h"
#include "src/support/pages.h"

namespace kval {
namespace {

constexpr size_t kFirstChunk = size_t{16} * 1024;
// Smaller chunks come from `new`, which reuses them: one arena per document needs no system call, and threads
// do not contend for page tables.
constexpr size_t kFirstMapped = size_t{64} * 1024;
// An arena that grows beyond this goes on in huge pages: one of them costs less time than this does.
constexpr size_t kLargestSmall = size_t{256} * 1024;
constexpr size_t kLargestStep = size_t{32} * 1024 * 1024;

// Whether this thread is at its end: what arenas give back then goes to the system.
thread_local bool is_ending = false;

// What arenas of a thread gave back is there for its next ones. Giving pages back makes all threads wait, for
// each of them must forget where they were; an arena for each of many documents would do so all the time.
class SpareChunks {
 public:
  SpareChunks() = default;
  SpareChunks(const SpareChunks&) = delete;
  SpareChunks& operator=(const SpareChunks&) = delete;
  ~SpareChunks() {
    is_ending = true;
    for (size_t i = 0; i < count_; ++i) {
      UnmapChunk(spares_[i].place, spares_[i].size);
    }
  }

  // Null when there is none of this size.
  std::byte* Take(size_t size) {
    for (size_t i = count_; i-- > 0;) {
      if (spares_[i].size == size) {
        std::byte* place = spares_[i].place;
        spares_[i] = spares_[--count_];
        bytes_ -= size;
        return place;
      }
    }
    return nullptr;
  }
  bool Keep(std::byte* place, size_t size) {
    if (count_ == spares_.size() || bytes_ + size > kMostBytes) {
      return false;
    }
    spares_[count_++] = {place, size};
    bytes_ += size;
    return true;
  }

 private:
  static constexpr size_t kMostBytes = size_t{8} * 1024 * 1024;
  struct Spare {
    std::byte* place;
    size_t size;
  };
  std::array<Spare, 16> spares_ = {};
  size_t count_ = 0;
  size_t bytes_ = 0;
};

SpareChunks& Spares() {
  thread_local SpareChunks spares;
  return spares;
}

std::byte* Take(size_t size) {
  if (size < kFirstMapped) {
    return static_cast<std::byte*>(::operator new(size));
  }
  std::byte* spare = is_ending ? nullptr : Spares().Take(size);
  std::byte* place = spare != nullptr ? spare : MapChunk(size);
  if (place == nullptr) {
    RunOutOfMemory();
  }
  return place;
}

void GiveBack(std::byte* place, size_t size) {
  if (size < kFirstMapped) {
    ::operator delete(place);
  } else if (is_ending || !Spares().Keep(place, size)) {
    UnmapChunk(place, size);
  }
}

}  // namespace

Arena::~Arena() {
  while (chunks_ != nullptr) {
    const Chunk chunk = *chunks_;
    GiveBack(reinterpret_cast<std::byte*>(chunks_), chunk.size);
    chunks_ = chunk.previous;
  }
}

size_t SizeAfter(size_t last) {
  return last < kLargestSmall ? last * 2 : std::clamp(last * 2, kHugePage, kLargestStep);
}

// Code that creates values without counting steps allocates here, so a cancelled call ends here too.
void* Arena::AllocateInNewChunk(size_t size, size_t alignment) {
  PollHost();
  const size_t needed = sizeof(Chunk) + alignment + size;
  size_t chunk_size = chunks_ == nullptr ? kFirstChunk : SizeAfter(chunks_->size);
  while (chunk_size < needed) {
    chunk_size *= 2;
  }
  std::byte* place = Take(chunk_size);
  chunks_ = ::new (static_cast<void*>(place)) Chunk{chunks_, chunk_size};
  next_ = place + sizeof(Chunk);
  end_ = place + chunk_size;
  return Allocate(size, alignment);
}

}  // namespace kval
