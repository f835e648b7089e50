#include "src/source/file_stamp.h"

#include <sys/stat.h>

namespace kval::source {
namespace {

const timespec& ModificationTime(const struct stat& status) {
#if defined(__APPLE__)
  return status.st_mtimespec;
#else
  return status.st_mtim;
#endif
}

}  // namespace

FileStamp ReadFileStamp(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) {
    return {};
  }
  const timespec& time = ModificationTime(found);
  return {.exists = true,
          .seconds = time.tv_sec,
          .nanoseconds = time.tv_nsec,
          .size = static_cast<long long>(found.st_size),
          .device = static_cast<unsigned long long>(found.st_dev),
          .inode = static_cast<unsigned long long>(found.st_ino)};
}

}  // namespace kval::source
