#include <windows.h>
// After <windows.h>.
#include <bcrypt.h>

#include "src/support/random_bytes.h"

namespace kval {

bool FillWithRandomBytes(void* bytes, size_t size) {
  return ::BCryptGenRandom(nullptr, static_cast<PUCHAR>(bytes), static_cast<ULONG>(size),
                           BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0;
}

}  // namespace kval
