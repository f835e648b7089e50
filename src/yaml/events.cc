#include "src/yaml/events.h"

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

namespace kval::yaml {
namespace {

constexpr uintptr_t kPage = 4096;  // where pages are larger, the system refuses

}  // namespace

void EventStream::Forget(size_t begin, size_t end) {
#ifdef MADV_DONTNEED
  const uintptr_t first = (reinterpret_cast<uintptr_t>(events.data() + begin) + kPage - 1) & ~(kPage - 1);
  const uintptr_t last = reinterpret_cast<uintptr_t>(events.data() + end) & ~(kPage - 1);
  if (first < last) {
    ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  }
#endif
}

}  // namespace kval::yaml
