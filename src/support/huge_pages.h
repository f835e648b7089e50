#pragma once

#include <cstddef>

namespace kval {

// What the system gives at once where it has huge pages.
inline constexpr size_t kHugePage = size_t{2} * 1024 * 1024;

// Asks for huge pages for those parts of a large piece of memory that are wholly in it. It need not have been
// touched yet. A request only: nothing depends on it but time, for a fault of an ordinary page costs as much
// as reading a thousand bytes.
void AdviseHugePages(void* begin, size_t size);

// Asks for them for what malloc gives out beyond what a small run needs (384 KB): there a page costs ten
// times less. To be called once, by the program, before there are threads.
void AdviseHugeHeap();

}  // namespace kval
