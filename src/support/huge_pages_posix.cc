#include "src/support/huge_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace kval {
namespace {

// As much address space as malloc takes at once: it costs nothing before it is used.
constexpr int kHeapStep = 16 << 20;
constexpr size_t kSmallRun = size_t{384} << 10;

}  // namespace

void AdviseHugePages([[maybe_unused]] void* begin, [[maybe_unused]] size_t size) {
#ifdef MADV_HUGEPAGE
  const size_t before = (0 - reinterpret_cast<uintptr_t>(begin)) & (kHugePage - 1);
  if (size >= before + kHugePage) {
    ::madvise(static_cast<std::byte*>(begin) + before, (size - before) & ~(kHugePage - 1), MADV_HUGEPAGE);
  }
#endif
}

void AdviseHugeHeap() {
#if defined(__GLIBC__)
  ::mallopt(M_TOP_PAD, kHeapStep);
  auto* const small = static_cast<std::byte*>(::sbrk(0));
  void* volatile unused = ::malloc(kSmallRun);  // makes the heap as large as that
  ::free(unused);
  auto* const end = static_cast<std::byte*>(::sbrk(0));
  if (end > small + kSmallRun) {
    AdviseHugePages(small + kSmallRun, static_cast<size_t>(end - small) - kSmallRun);
  }
#endif
}

}  // namespace kval
