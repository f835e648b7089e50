#include "src/support/check.h"

#include <cstdio>
#include <cstdlib>

#include "src/support/hosted_call.h"

namespace kval::internal {

void CheckFailed(const char* condition, const char* file, int line) {
  if (HostedCall::Current() != nullptr) {
    throw InternalError(condition, file, line);
  }
  std::fprintf(stderr, "kval: internal error: %s:%d: %s does not hold\n", file, line, condition);
  std::fprintf(stderr, "kval: this is a bug in kval; please report it with the input\n");
#ifdef KVAL_ABORT_ON_BUG
  std::abort();
#endif
  // Exit code 4 means a bug; a core file would not help users.
  std::_Exit(4);
}

}  // namespace kval::internal
