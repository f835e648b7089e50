#include <cerrno>

#include "src/source/kernel_resolution.h"

namespace kval::source {

int OpenWithoutLinks(const std::string& /*path*/, int /*flags*/) {
  errno = ENOSYS;
  return -1;
}

int OpenResolvingBeneath(const std::string& /*directory*/, const std::string& /*part*/, int /*flags*/) {
  errno = ENOSYS;
  return -1;
}

// macOS has neither /proc nor /sys.
bool IsKernelGenerated(int /*descriptor*/, const struct stat& /*status*/) {
  return false;
}

}  // namespace kval::source
