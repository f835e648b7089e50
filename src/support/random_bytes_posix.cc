#include "src/support/random_bytes.h"

#include <unistd.h>

#if defined(__APPLE__)
#include <sys/random.h>
#endif

namespace kval {

bool FillWithRandomBytes(void* bytes, size_t size) {
  return ::getentropy(bytes, size) == 0;
}

}  // namespace kval
