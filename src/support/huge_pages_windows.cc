#include "src/support/huge_pages.h"

namespace kval {

// Large pages need a privilege that users do not have.
void AdviseHugePages(void*, size_t) {}

void AdviseHugeHeap() {}

}  // namespace kval
