#include <cerrno>

#include "src/source/kernel_resolution.h"

namespace kval::source {

int OpenWithoutLinks(const std::string& /*path*/) {
  errno = ENOSYS;
  return -1;
}

int OpenResolvingBeneath(const std::string& /*directory*/, const std::string& /*part*/) {
  errno = ENOSYS;
  return -1;
}

// Other systems have neither /proc nor /sys.
bool IsKernelGenerated(int /*descriptor*/, const FileStatus& /*status*/) {
  return false;
}

}  // namespace kval::source
