#pragma once

#include <cstddef>

namespace kval {

// Size of a huge page.
inline constexpr size_t kHugePage = size_t{2} * 1024 * 1024;

// Requests huge pages for the aligned part of a memory range, which need not have been touched. A hint only.
void AdviseHugePages(void* begin, size_t size);

// Requests huge pages for malloc's memory beyond 384 KB, which a small run does not use. Call once, before
// threads exist.
void AdviseHugeHeap();

}  // namespace kval
