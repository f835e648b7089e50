#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "src/source/kernel_resolution.h"
#include "src/support/open_flags.h"

namespace kval::source {
namespace {

int OpenResolving(int directory, const char* path, uint64_t resolve) {
  open_how how{};
  how.flags = static_cast<uint64_t>(kFoundFile);
  how.resolve = resolve;
  return static_cast<int>(::syscall(SYS_openat2, directory, path, &how, sizeof(how)));
}

}  // namespace

int OpenWithoutLinks(const std::string& path) {
  return OpenResolving(AT_FDCWD, path.c_str(), RESOLVE_NO_SYMLINKS);
}

int OpenResolvingBeneath(const std::string& directory, const std::string& part) {
  const int root = ::open(directory.c_str(), kSearchDirectory);
  if (root < 0) {
    return -1;
  }
  const int file = OpenResolving(root, part.c_str(), RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS);
  const int error = errno;
  ::close(root);
  errno = error;
  return file;
}

// Files that the kernel generates occupy no blocks; few other files do.
bool IsKernelGenerated(int descriptor, const FileStatus& status) {
  struct statfs system {};
  return !status.occupies_blocks && ::fstatfs(descriptor, &system) == 0 &&
         (system.f_type == PROC_SUPER_MAGIC || system.f_type == SYSFS_MAGIC);
}

}  // namespace kval::source
